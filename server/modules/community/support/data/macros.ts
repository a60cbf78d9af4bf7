import type { TicketKind } from '#contract/support-tickets.ts'

export type Macro = {
  id: string
  /** Kind of ticket that offers the text; null for every kind. */
  kind: TicketKind | null
  title: string
  text: string
}

/**
 * Texts with which an answer can start, with the placeholders of `MACRO_FIELDS`. A change is a
 * commit, with its author and its reason.
 */
export const macros: readonly Macro[] = [
  {
    id: 'need-more',
    kind: null,
    title: 'Pedir más datos',
    text:
      '{saludo} Gracias por escribirnos. Para revisar bien tu caso {caso} cuéntanos la fecha, ' +
      'la hora y qué viste en la pantalla; si puedes, agrega una captura.',
  },
  {
    id: 'solved',
    kind: null,
    title: 'Quedó resuelto',
    text:
      '{saludo} Ya quedó resuelto tu caso {caso}. Si algo no se ve bien, escribe aquí mismo y ' +
      'lo abrimos de nuevo.',
  },
  {
    id: 'payment-checking',
    kind: 'money',
    title: 'Recarga en validación',
    text:
      '{saludo} Tu banco todavía no confirma el pago. Cuando lo apruebe, el saldo aparece ' +
      'solo; si lo rechaza, no se cobra. No tienes que pagar otra vez.',
  },
  {
    id: 'charged-twice',
    kind: 'money',
    title: 'Cobro doble',
    text:
      '{saludo} Vimos los dos cobros. El segundo vuelve a tu medio de pago; los bancos ' +
      'tardan hasta 15 días hábiles en mostrarlo. Te avisamos cuando salga.',
  },
  {
    id: 'refund-rule',
    kind: 'booking',
    title: 'Cuánto se devuelve',
    text:
      '{saludo} Con 24 horas o más antes de la recogida se devuelve todo lo pagado con ' +
      'billetera; después, la mitad. El resto compensa al conductor. El valor exacto está' +
      ' en tu reserva, antes de confirmar.',
  },
  {
    id: 'driver-absent',
    kind: 'booking',
    title: 'El conductor no llegó',
    text:
      '{saludo} Sentimos lo que pasó. Abre tu reserva y elige «El conductor no llegó»: si no ' +
      'registró su llegada, te devolvemos en ese momento todo lo pagado con billetera; si la ' +
      'registró, una persona oye a los dos y decide.',
  },
  {
    id: 'change-name',
    kind: 'account',
    title: 'Corregir el nombre',
    text:
      '{saludo} Como tu identidad ya está verificada, el nombre se corrige con tu documento.' +
      ' Súbelo de nuevo en «Mis documentos» y lo revisamos.',
  },
  {
    id: 'safety-danger',
    kind: 'safety',
    title: 'Si hay peligro ahora',
    text:
      '{saludo} Si hay peligro ahora, llama al 123. Ya estamos revisando lo que nos cuentas ' +
      'y te escribimos aquí en menos de dos horas.',
  },
]
