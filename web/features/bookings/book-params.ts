import type { PaymentMode } from '#contract/trips.ts'
import { type BookStep, readStep } from './book-steps.ts'

/** What the booking steps keep in the address, so that they survive a refresh and a login. */
export type BookParams = {
  from: string | null
  to: string | null
  /** 1 to 4. */
  seats: number
  /** Null until chosen: then the first one the driver offers. */
  mode: PaymentMode | null
  /** Null: where a booking begins. */
  step: BookStep | null
  /** SafePoints to get on and off at; null: to be agreed. */
  fromPointId: string | null
  toPointId: string | null
  /** The seats that were kept here, so that somebody who comes back hears when they are not. */
  keepId: string | null
  /** Set once it is done. */
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

/** The address after a change; what is as usual is left out. */
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

/** Anything else in the address is no choice: the booking would be refused for its form. */
function pointId(value: string | null): string | null {
  return value && POINT_ID.test(value) ? value : null
}
