import type { PaymentMode } from '#contract/trips.ts'
import { type BookStep, readStep } from './book-steps.ts'

/** State of the booking steps in the query string, so that it survives a reload and a login. */
export type BookParams = {
  from: string | null
  to: string | null
  /** Number of seats, 1 to 4. */
  seats: number
  /** Payment mode; null until chosen (the default is the first mode that the driver offers). */
  mode: PaymentMode | null
  /** Current booking step; null: the step after the segment. */
  step: BookStep | null
  /** SafePoint for the pick-up (and below for the drop-off); null: to be agreed. */
  fromPointId: string | null
  toPointId: string | null
  /** Id of the seat keep made here, to tell a returning person that it has ended. */
  keepId: string | null
  /** Id of the booking; null until it is made. */
  bookingId: string | null
}

export function readBookParams(params: URLSearchParams): BookParams {
  const seats = Number(params.get('seats') ?? 1)
  const mode = params.get('pago')
  return {
    from: params.get('from'),
    to: params.get('to'),
    seats: Number.isInteger(seats) && seats >= 1 && seats <= 4 ? seats : 1,
    mode: mode === 'billetera' || mode === 'directo' ? mode : null,
    step: readStep(params.get('paso')),
    fromPointId: pointId(params.get('sube')),
    toPointId: pointId(params.get('baja')),
    keepId: params.get('apartado'),
    bookingId: params.get('reserva'),
  }
}

/** Writes the query string of the booking steps; default values are omitted. */
export function writeBookParams(params: BookParams): URLSearchParams {
  const { from, to, seats, mode, step, fromPointId, toPointId, keepId, bookingId } = params
  const written = new URLSearchParams()
  if (from) written.set('from', from)
  if (to) written.set('to', to)
  written.set('seats', String(seats))
  if (mode) written.set('pago', mode)
  if (step && !bookingId) written.set('paso', step)
  if (fromPointId && !bookingId) written.set('sube', fromPointId)
  if (toPointId && !bookingId) written.set('baja', toPointId)
  if (keepId && !bookingId) written.set('apartado', keepId)
  if (bookingId) written.set('reserva', bookingId)
  return written
}

const POINT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The id if it is a valid UUID, else null: the API would answer `invalid_request`. */
function pointId(value: string | null): string | null {
  return value && POINT_ID.test(value) ? value : null
}
