import type { ScanResult } from '#contract/boarding.ts'
import { BOARDING_OPENS_HOURS } from '#contract/booking-limits.ts'
import type { PaymentMode } from '#contract/trips.ts'
import { ApiError, type ApiErrorCode, messageOf } from '#web/lib/api-error.ts'
import { dayAndTime } from '#web/lib/format.ts'

/** A passenger who may board. If they booked after the manifest download, only seats are known. */
type Aboard = {
  bookingId: string
  name: string | null
  seats: number
  to: string | null
  price: number | null
  paymentMode: PaymentMode | null
}

export type CheckInResult =
  /** `offline`: decided by this phone, not sent yet. */
  | { ok: true; aboard: Aboard; offline: boolean }
  /** `noted`: recorded without a decision, because a code cannot be verified offline. */
  | { ok: false; noted?: boolean; title: string; detail: string }

export const noted: CheckInResult = {
  ok: false,
  noted: true,
  title: 'Código anotado',
  detail:
    'Lo confirmamos cuando vuelva la red. Si puedes, lee el QR: ese sí se comprueba sin conexión.',
}

type Words = { title: string; detail: string }

const words: Partial<Record<ApiErrorCode | 'unchecked', Words>> = {
  ticket_used: { title: 'Este tiquete ya se usó', detail: 'No lo aceptes otra vez.' },
  ticket_other_trip: {
    title: 'Es de otro viaje',
    detail: 'Pídele a la persona que abra el tiquete de este viaje.',
  },
  ticket_revoked: { title: 'La reserva fue cancelada', detail: 'Este tiquete ya no sirve.' },
  booking_in_dispute: {
    title: 'Esta reserva tiene un reclamo',
    detail: 'La persona dijo que no llegaste. Lo revisamos, y esta lectura queda como prueba.',
  },
  ticket_not_confirmed: {
    title: 'La reserva no está confirmada',
    detail: 'Acepta la solicitud en tu viaje y vuelve a intentarlo.',
  },
  check_in_too_early: {
    title: 'Todavía es muy temprano',
    detail: `Se registra desde ${BOARDING_OPENS_HOURS} horas antes de la subida.`,
  },
  ticket_invalid: {
    title: 'No es un tiquete válido',
    detail: 'Revisa el código letra por letra o escanea de nuevo.',
  },
  unchecked: {
    title: 'Sin conexión no podemos leer este QR',
    detail: 'Tu navegador no comprueba firmas. Anota el código: lo confirmamos con la red.',
  },
}

const unregistered: Words = {
  title: 'No se registró',
  detail: 'Intenta de nuevo o escribe el código del tiquete.',
}

/** Time at which the ticket was used; null if the server does not say. */
function usedAt(error: ApiError): string | null {
  const details = error.details
  if (typeof details !== 'object' || details === null || !('usedAt' in details)) return null
  return typeof details.usedAt === 'string' ? details.usedAt : null
}

/** Explains a refused check-in to the driver at the car. */
export function resultOfError(error: unknown): CheckInResult {
  const known = error instanceof ApiError ? words[error.code] : undefined
  if (!(error instanceof ApiError) || !known) {
    return { ok: false, title: unregistered.title, detail: messageOf(error) }
  }
  const at = error.code === 'ticket_used' ? usedAt(error) : null
  if (at) return { ok: false, ...known, detail: `Se usó ${dayAndTime(at)}` }
  // The server's sentence is more precise than the code, for example "expired".
  const title = error.code === 'ticket_invalid' ? error.message.replace(/\.$/, '') : known.title
  return { ok: false, ...known, title }
}

/** Explains a refusal by its code, from the server or from the offline check. */
export function refusalOf(
  code: string | null,
  use: { at?: string | null; by?: string | null } = {},
): CheckInResult {
  const known = words[(code ?? '') as ApiErrorCode] ?? unregistered
  const { at, by } = use
  if (code !== 'ticket_used' || !at) return { ok: false, ...known }
  const where = by ? ` en ${by}` : ''
  return { ok: false, ...known, detail: `Se usó ${dayAndTime(at)}${where}` }
}

/** Converts the server's result of one scan. */
export function resultOfScan(scan: ScanResult): CheckInResult {
  const { outcome, code, passenger } = scan
  if (outcome !== 'accepted' || !passenger) {
    return refusalOf(code, { at: scan.usedAt, by: scan.usedBy })
  }
  const { bookingId, name, seats, to, price, paymentMode } = passenger
  const aboard = { bookingId, name, seats, to: to.name, price, paymentMode }
  return { ok: true, offline: false, aboard }
}
