import type { BookingView } from '#contract/bookings.ts'
import { ApiError, type ApiErrorCode, messageOf } from '#web/lib/api-error.ts'
import { dateTime } from '#web/lib/format.ts'

export type CheckInResult =
  | { ok: true; booking: BookingView }
  | { ok: false; title: string; detail: string }

const words: Partial<Record<ApiErrorCode, { title: string; detail: string }>> = {
  ticket_used: { title: 'Este tiquete ya se usó', detail: 'No lo aceptes otra vez.' },
  ticket_other_trip: {
    title: 'Es de otro viaje',
    detail: 'Pídele a la persona que abra el tiquete de este viaje.',
  },
  ticket_revoked: { title: 'La reserva fue cancelada', detail: 'Este tiquete ya no sirve.' },
  ticket_not_confirmed: {
    title: 'La reserva no está confirmada',
    detail: 'Acepta la solicitud en tu viaje y vuelve a intentarlo.',
  },
  check_in_too_early: {
    title: 'Todavía es muy temprano',
    detail: 'Se registra desde 2 horas antes de la subida.',
  },
  ticket_invalid: {
    title: 'No es un tiquete válido',
    detail: 'Revisa el código letra por letra o escanea de nuevo.',
  },
}

/** When the ticket was used, if the server says so. */
function usedAt(error: ApiError): string | null {
  const details = error.details
  if (typeof details !== 'object' || details === null || !('usedAt' in details)) return null
  return typeof details.usedAt === 'string' ? details.usedAt : null
}

/** A refusal in the words of somebody who stands beside the car. */
export function resultOfError(error: unknown): CheckInResult {
  const known = error instanceof ApiError ? words[error.code] : undefined
  if (!(error instanceof ApiError) || !known) {
    return { ok: false, title: 'No se registró', detail: messageOf(error) }
  }
  const at = error.code === 'ticket_used' ? usedAt(error) : null
  if (at) return { ok: false, ...known, detail: `Se usó el ${dateTime(at)}` }
  // The server may say more than the code, for example that it has expired.
  const title = error.code === 'ticket_invalid' ? error.message.replace(/\.$/, '') : known.title
  return { ok: false, ...known, title }
}
