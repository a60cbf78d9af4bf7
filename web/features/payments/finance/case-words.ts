import { displayCode } from '#contract/display-code.ts'
import type { PaymentCase } from '#contract/finance.ts'
import { dateTime, pesos } from '#web/lib/format.ts'
import { deskLinks } from '#web/shared/desk/back-office/desk-links.ts'
import type { Fact } from '#web/ui/facts.tsx'

type Words = { title: string; todo: string }

const kinds: Record<string, Words> = {
  double_charge: {
    title: 'Cobro repetido',
    todo:
      'Anula en el tablero de Wompi la transacción que ves aquí: el caso se cierra solo cuando ' +
      'llegue la anulación. Lo que no es tarjeta no se anula: pide a Wompi que lo devuelva, y ' +
      'cuando lo haga ciérrenlo entre dos. La persona ya sabe que falta, y se le avisa.',
  },
  reversal_uncovered: {
    title: 'Recarga anulada después de gastada',
    todo:
      'Lo que faltó es una deuda de la persona: lo que entre a su billetera la paga primero. El ' +
      'caso se cierra solo cuando esté pagada.',
  },
  approved_after_refusal: {
    title: 'Aprobada después de rechazada',
    todo:
      'Mira en el tablero de Wompi si se cobró. Si se cobró, devuélvelo: aquí no se acreditó ' +
      'nada.',
  },
  event_failed: {
    title: 'Evento sin procesar',
    todo: 'Busca la transacción en el tablero de Wompi y compara su estado con la recarga.',
  },
  reconcile_missing: {
    title: 'Pago que no está en nuestro registro',
    todo: 'La pasarela lo aprobó y la billetera no lo tiene. Aplicarlo lo acredita.',
  },
  reconcile_voided: {
    title: 'Anulación que no llegó',
    todo: 'La pasarela devolvió este pago y la billetera lo conserva. Aplicarla lo descuenta.',
  },
  reconcile_duplicate: {
    title: 'Segundo cobro sin registrar',
    todo: 'La misma recarga se cobró otra vez. Aplicarlo lo deja por devolver y avisa.',
  },
  reconcile_amount: {
    title: 'La pasarela cobró otro valor',
    todo: 'Compara los dos valores en el tablero, devuelve la diferencia y anota qué hiciste.',
  },
  reconcile_unknown: {
    title: 'Pago de una referencia desconocida',
    todo: 'Averigua en el tablero quién pagó y devuélvelo.',
  },
  reconcile_absent: {
    title: 'Recarga que la pasarela no muestra',
    todo: 'La acreditamos y no está en su lista. Pregunta a la pasarela antes de cerrar el caso.',
  },
  shared_fare: {
    title: 'Viaje entre dos personas que comparten tarjeta, celular o cuenta',
    todo:
      'Se pagó con una tarjeta que el banco todavía puede devolver. El ingreso está apartado. ' +
      'Compara quiénes son y si viajaron. Al cerrar el caso, quien condujo puede retirarlo.',
  },
  fare_uncovered: {
    title: 'Un reclamo que la billetera no alcanzó a devolver',
    todo:
      'La persona recibió su dinero; lo que faltó es una deuda de quien condujo: lo que entre a ' +
      'su billetera la paga primero. El caso se cierra solo cuando esté pagada.',
  },
  clearing_residue: {
    title: 'Dinero por devolver hace más de un día',
    todo: 'Hay segundos cobros sin devolver. Anúlalos en el tablero; cada uno tiene su caso.',
  },
  payouts_residue: {
    title: 'Retiros sin confirmar hace más de un día',
    todo:
      'Hay retiros en camino, o pagados que ni la pasarela ni el banco muestran. Concilia, ' +
      'sube el extracto y mira los que siguen en camino.',
  },
  reconcile_payout_missing: {
    title: 'Retiro que terminó y no lo sabíamos',
    todo: 'La pasarela dice cómo terminó y aquí sigue en camino. Aplicarlo lo termina aquí.',
  },
  reconcile_payout_unknown: {
    title: 'Salida de dinero que nadie pidió',
    todo: 'Ningún retiro de ahí la explica. Averigua quién la hizo antes de cerrar el caso.',
  },
  reconcile_payout_amount: {
    title: 'Retiro pagado por otro valor',
    todo: 'Compara los dos valores con el banco, corrige la diferencia y anota qué hiciste.',
  },
  reconcile_payout_duplicate: {
    title: 'Retiro pagado dos veces',
    todo: 'Pide al banco que devuelva el segundo pago. Aquí se descontó una sola vez.',
  },
  reconcile_payout_repaid: {
    title: 'Retiro pagado después de devuelto',
    todo: 'Aquí el dinero volvió a la billetera y el banco también pagó. Acuérdalo con la persona.',
  },
  reconcile_payout_returned: {
    title: 'El banco devolvió un retiro',
    todo:
      'Aquí está pagado. Anota en Retiros, Terminados, que el banco lo devolvió: firman dos, y ' +
      'el caso se cierra solo.',
  },
  reconcile_payout_absent: {
    title: 'Retiro pagado que nadie muestra',
    todo: 'Aquí está pagado y no aparece en la pasarela o el extracto. Pregunta antes de cerrar.',
  },
  mismatch_reference: {
    title: 'Pago de una referencia que no es nuestra',
    todo: 'Averigua en el tablero quién pagó y devuélvelo.',
  },
  mismatch_amount: {
    title: 'Pagaron otro valor',
    todo: 'Devuélvelo y pide a la persona que recargue de nuevo.',
  },
  mismatch_currency: {
    title: 'Pagaron en otra moneda',
    todo: 'Devuélvelo y pide a la persona que recargue de nuevo.',
  },
  mismatch_environment: {
    title: 'Pago de otro ambiente',
    todo: 'Revisa las llaves de la pasarela y avisa a ingeniería.',
  },
  mismatch_merchant: {
    title: 'Pago a otro comercio o sin comercio',
    todo: 'Compara el comercio en el tablero. No se acreditó nada.',
  },
  payout_unknown: {
    title: 'Pago a una persona que no reconocemos',
    todo: 'Busca la referencia en el tablero de pagos a terceros y avisa a ingeniería.',
  },
  payout_mismatch: {
    title: 'Retiro pagado por otro valor',
    todo: 'Compara el valor en el tablero de pagos a terceros. Aquí no se movió nada.',
  },
  payout_changed: {
    title: 'Un retiro cambió después de terminado',
    todo:
      'Aquí no se movió nada. Si el banco devolvió lo que había pagado, anótalo en Retiros, ' +
      'Terminados. Si pagó lo que había rechazado, o pagó dos veces, acuerda con la persona cómo ' +
      'corregirlo.',
  },
  payout_unanswered: {
    title: 'La pasarela no conoce un retiro que se le envió',
    todo:
      'Búscalo en el tablero de pagos a terceros y en el extracto de la cuenta. En Retiros, En ' +
      'camino, una persona dice cómo terminó y otra lo confirma. No lo pagues por otro lado.',
  },
  mismatch_attempt: {
    title: 'Transacción de otra recarga',
    todo: 'Avisa a ingeniería: una transacción conocida llegó con otra referencia.',
  },
}

/** Title and instructions for a kind of case; unknown kinds go to engineering. */
export function wordsOf(kind: string): Words {
  return kinds[kind] ?? { title: 'Otro caso', todo: `Avisa a ingeniería: ${kind}.` }
}

/** Words for the state that the gateway or the bank reported. */
const states: Record<string, string> = {
  APPROVED: 'Aprobado',
  DECLINED: 'Rechazado',
  VOIDED: 'Anulado',
  FAILED: 'Fallido',
  PENDING: 'Pendiente',
  RETURNED: 'Devuelto',
  ERROR: 'Con error',
}

const isPayout = ({ kind }: PaymentCase) => kind.includes('payout')
const isOfBooking = ({ kind }: PaymentCase) => kind === 'shared_fare' || kind === 'fare_uncovered'
/** Whether the transaction id is the key of a bank line, which means nothing to a person. */
const isOfBank = ({ transactionId }: PaymentCase) => transactionId?.startsWith('bank:') ?? false

/** A top-up's reference is its id without hyphens. */
const TOP_UP = /^CUPO-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** The screen that shows what a case is about; null for what we do not know. */
export function screenOf(item: PaymentCase): { to: string; text: string } | null {
  const { reference, transactionId } = item
  if (isOfBooking(item)) {
    return transactionId ? { to: deskLinks.booking(transactionId), text: 'Ver la reserva' } : null
  }
  if (reference === null) return null
  if (isPayout(item)) return { to: deskLinks.withdrawal(reference), text: 'Ver el retiro' }
  if (item.amount === null || !TOP_UP.test(reference)) return null
  const id = reference.replace(TOP_UP, '$1-$2-$3-$4-$5')
  return { to: deskLinks.payment(id), text: 'Ver la recarga' }
}

/** Facts of a payment case; null where nothing is known. */
export function factsOf(item: PaymentCase): Fact[] {
  const { told, debt } = item
  return [
    ['Referencia', item.reference],
    isOfBooking(item)
      ? ['Reserva', item.transactionId && displayCode(item.transactionId)]
      : ['Transacción', isOfBank(item) ? null : item.transactionId],
    ['Persona', item.person ? `${item.person.name} · ${item.person.email}` : null],
    [
      isPayout(item) ? 'Valor del retiro' : 'Valor de la recarga',
      item.amount === null ? null : pesos(item.amount),
    ],
    ['Estado', told.status === null ? null : (states[told.status] ?? told.status)],
    ['En el extracto', told.line],
    [told.line === null ? 'Valor en la pasarela' : 'Valor en el extracto', toldAmount(told)],
    ['Transacción acreditada', told.creditedTransactionId],
    ['Se tomó de la billetera', debt && pesos(debt.takenPesos)],
    ['Quedó debiendo', debt && pesos(debt.owedPesos)],
    ['Debe hoy', debt && pesos(debt.openPesos)],
    ['Abierto', dateTime(item.openedAt)],
  ]
}

/** Amount reported by gateway or bank. It is formatted as pesos only if its currency is COP. */
function toldAmount({ amountInCents, currency }: PaymentCase['told']): string | null {
  if (amountInCents === null) return null
  const amount = amountInCents / 100
  return currency === 'COP' && Number.isInteger(amount)
    ? pesos(amount)
    : `${amount} ${currency ?? ''}`.trim()
}
