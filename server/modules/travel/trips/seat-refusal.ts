// Reasons why seats cannot be booked, as pure functions without clock and database.
import { ANSWER_LAST_MINUTES } from '#contract/booking-limits.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { bothDeclared, fewestSeats, placeAt, statusOf, type TripFacts } from './trip.ts'

/** Positions on the corridor. */
type Part = { fromSeq: number; toSeq: number }

type Asked = Part & {
  viewer: 'driver' | 'passenger' | 'visitor'
  seats: number
  /** Free seats of every leg of the corridor. */
  seatsLeft: readonly number[]
  /** False once sales are closed. */
  open: boolean
}

/**
 * Returns why nobody can board the trip on this part any more; undefined when somebody can. Booking
 * and `refusalOfSeats` use it. Codes: `trip_not_bookable`, `trip_departed`, `stop_not_offered`,
 * `request_too_late`.
 */
export function refusalOfPart(trip: TripFacts, part: Part, now: Date): AppError | undefined {
  const ended = refusalOfTrip(trip)
  if (ended) return ended
  const from = placeAt(trip, part.fromSeq)
  if (from.at <= now) {
    return new AppError('trip_departed', { message: `El viaje ya pasó por ${from.name}.` })
  }
  const declared = bothDeclared(trip, part.fromSeq, part.toSeq)
  if (!declared && trip.roadStops === 'no') return new AppError('stop_not_offered')
  const asks = !declared || !trip.instant
  const isTooLate = from.at <= addMs(now, ANSWER_LAST_MINUTES * MINUTE_MS)
  return asks && isTooLate ? new AppError('request_too_late') : undefined
}

/**
 * Returns why this viewer cannot take these seats now, apart from money, overlaps and limits.
 * Codes: those of `refusalOfPart`, `own_trip`, `already_booked`, `seats_unavailable`.
 */
export function refusalOfSeats(trip: TripFacts, asked: Asked, now: Date): AppError | undefined {
  const { viewer, fromSeq, toSeq, seats, open } = asked
  const ended = refusalOfTrip(trip)
  if (ended) return ended
  if (viewer === 'driver') return new AppError('own_trip')
  if (viewer === 'passenger') {
    return new AppError('already_booked', { message: 'Ya tienes un cupo en este viaje.' })
  }
  const refusal = refusalOfPart(trip, asked, now)
  if (refusal) return refusal
  if (!open) return notForSale()
  const left = fewestSeats(asked.seatsLeft, fromSeq, toSeq)
  if (left >= seats) return undefined
  const message =
    left < 1
      ? 'Ya no hay cupos para este tramo. Prueba con otro.'
      : `En este tramo solo hay ${left} de ${seats} cupos.`
  return new AppError('seats_unavailable', { message })
}

/** Refusal of a published trip whose sales are temporarily closed. */
export function notForSale(): AppError {
  const message = 'Por ahora este viaje no recibe reservas.'
  return new AppError('trip_not_bookable', { message })
}

function refusalOfTrip(trip: TripFacts): AppError | undefined {
  const status = statusOf(trip)
  if (status === 'published' || status === 'in_progress') return undefined
  const messages = {
    cancelled: 'Este viaje se canceló.',
    completed: 'Este viaje ya terminó.',
  }
  const message = status === 'draft' ? undefined : messages[status]
  return new AppError('trip_not_bookable', message === undefined ? {} : { message })
}
