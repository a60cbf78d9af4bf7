import type {
  CreditCause,
  DeskAction,
  DeskActionsView,
  DeskAudience,
  DeskLock,
  DeskSubjectKind,
  FundCause,
  RefundCause,
} from '#contract/desk-actions.ts'
import { pesos, plural } from '#web/lib/format.ts'

export type Subject = { kind: DeskSubjectKind; id: string }

type Words = {
  /** Text of the button that opens the form. */
  open: (kind: DeskSubjectKind) => string
  /** Text of the button that does it. */
  confirm: string
  /** What happens, to whom and how much. */
  says: (view: DeskActionsView, kind: DeskSubjectKind) => string
}

/** Words of each action, in the order in which the panel lists them. */
export const actionWords: Record<DeskAction, Words> = {
  message: {
    open: () => 'Escribir un mensaje',
    confirm: 'Enviar el mensaje',
    says: () => 'Llega a su lista de avisos y a su correo, firmado por el equipo de Cupo.',
  },
  note: {
    open: () => 'Anotar',
    confirm: 'Guardar la nota',
    says: () => 'Solo la lee el equipo. Se borra a los dos años o si la persona cierra su cuenta.',
  },
  resend: {
    open: (kind) => (kind === 'user' ? 'Reenviar la confirmación' : 'Reenviar el comprobante'),
    confirm: 'Reenviar',
    says: (_view, kind) =>
      kind === 'user'
        ? 'Le llega otra vez el correo que confirma su dirección.'
        : 'Le llega otra vez, con un enlace, en la app y por correo.',
  },
  unlock: {
    open: () => 'Quitar un bloqueo',
    confirm: 'Quitar el bloqueo',
    says: () =>
      'Los intentos fallidos vuelven a cero y la persona recibe un aviso. Su contraseña y sus ' +
      'datos siguen iguales.',
  },
  pause: {
    open: () => 'Poner el viaje en pausa',
    confirm: 'Poner en pausa',
    says: () =>
      'No se venden más cupos. Quien ya reservó conserva su cupo, y puede cancelar sin costo. Si ' +
      'la pausa no termina 12 horas antes de salir, el viaje se cancela y se le devuelve todo a ' +
      'quien pagó con su billetera. Se les avisa a todos.',
  },
  resume: {
    open: () => 'Terminar la pausa',
    confirm: 'Terminar la pausa',
    says: () => 'El viaje vuelve a venderse, si nada más lo detiene. Se les avisa a todos.',
  },
  cancel: {
    open: (kind) => (kind === 'trip' ? 'Cancelar el viaje' : 'Cancelar la reserva'),
    confirm: 'Cancelar y avisar',
    says: ({ cancelling }, kind) => cancelText(cancelling, kind),
  },
  credit: {
    open: () => 'Dar un crédito',
    confirm: 'Proponer el crédito',
    says: ({ creditLeft }) =>
      'Sale de la cuenta Créditos de Cupo y entra a su billetera cuando firme otra persona. ' +
      `Este mes quedan ${pesos(creditLeft)} para esta persona.`,
  },
  refund: {
    open: () => 'Devolver al medio de pago',
    confirm: 'Proponer la devolución',
    says: ({ refundLeft, walletFree }) =>
      'La devolución se hace en el tablero de la pasarela; aquí se anota. El valor se aparta ya ' +
      'de la billetera y sale cuando firme otra persona. Anótala cuando ya la hayas hecho: ' +
      'después solo la retiran dos personas que prueben que no se pagó. Quedan por devolver ' +
      `${pesos(refundLeft ?? 0)}, y la billetera tiene libres ${pesos(walletFree ?? 0)}.`,
  },
}

function cancelText(cancelling: DeskActionsView['cancelling'], kind: DeskSubjectKind): string {
  const { bookings = 0, pesos: back = 0 } = cancelling ?? {}
  const to = kind === 'booking' ? 'a la billetera de quien reservó' : 'a las billeteras'
  const money =
    back > 0 ? `Vuelven ${pesos(back)} ${to}.` : 'No hay dinero de billetera por devolver.'
  if (kind === 'booking') return `${money} El cupo vuelve a venderse, y se les avisa a los dos.`
  const seats = plural(bookings, 'reserva', 'reservas')
  return `Termina ${seats}. ${money} No cuenta contra el conductor. Se les avisa a todos.`
}

export const audienceWords: Record<DeskAudience, string> = {
  person: 'La persona',
  passengers: 'Los pasajeros',
  driver: 'El conductor',
  everyone: 'Todos',
}

export const lockWords: Record<DeskLock, string> = {
  login: 'Inicio de sesión',
  phone: 'Códigos para el celular',
  second_factor: 'Segundo paso del equipo',
}

export const creditCauses: Record<CreditCause, string> = {
  service_failure: 'Cupo falló en el servicio',
  safety: 'Incidente de seguridad',
  double_charge: 'Cobro de más',
  courtesy: 'Cortesía',
}

export const refundCauses: Record<RefundCause, string> = {
  withdrawn_right: 'Derecho de retracto o reversión',
  double_charge: 'Cobro doble',
  not_recognised: 'La persona no reconoce el pago',
  error: 'Recarga por error',
}

const fundCauses: Record<FundCause, string> = {
  connection_pay: 'Falló el primer carro y lo que reservó salió vacío',
  stranded_aid: 'Iba en camino y nadie pudo llevarle',
}

const causeWords: Record<string, string> = { ...creditCauses, ...refundCauses, ...fundCauses }

/** Why money is credited or returned, in words. */
export const causeOf = (cause: string): string => causeWords[cause] ?? cause

/** What the audit calls each action, for the sentence after it. */
export const doneWords: Record<string, string> = {
  'message.sent': 'Mensaje enviado',
  'note.written': 'Nota guardada',
  'copy.sent': 'Confirmación reenviada',
  'person.unlocked': 'Bloqueo quitado',
  'trip.paused_by_team': 'Viaje en pausa',
  'trip.resumed_by_team': 'La pausa terminó',
  'trip.cancelled_by_team': 'Viaje cancelado',
  'booking.cancelled_by_team': 'Reserva cancelada',
  'credit.proposed': 'Crédito propuesto: falta la firma de otra persona',
  'credit.signed': 'Crédito entregado',
  'credit.refused': 'Crédito rechazado',
  'fund_pay.signed': 'Pago del fondo firmado',
  'fund_pay.signed_first': 'Primera firma puesta: falta la de otra persona',
  'fund_pay.refused': 'Pago del fondo rechazado',
  'refund.proposed': 'Devolución propuesta: falta la firma de otra persona',
  'refund.signed': 'Devolución firmada',
  'refund.signed_first': 'Primera firma puesta de nuevo: falta la de otra persona',
  'refund.unpaid_said': 'Queda dicho que no se pagó: falta que otra persona lo confirme',
  'refund.refused': 'La devolución terminó: su dinero vuelve a estar libre',
}
