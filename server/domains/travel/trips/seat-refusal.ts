// Reasons why seats cannot be booked. Pure: no clock and no database.
import { AppError } from '#server/platform/errors.ts'
import { bothDeclared, fewestSeats, placeAt, type TripFacts } from './trip.ts'

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
 * Why nobody can board this trip on this part any more; undefined when somebody can. Booking and
 * `refusalOfSeats` both ask this. Codes: `trip_not_bookable`, `trip_departed`, `stop_not_offered`.
 */
export function refusalOfPart(trip: TripFacts, part: Part, now: Date): AppError | undefined {
  const ended = refusalOfTrip(trip)
  if (ended) return ended
  const from = placeAt(trip, part.fromSeq)
  if (from.at <= now) {
    return new AppError('trip_departed', { message: `El viaje ya pasó por ${from.name}.` })
  }
  const declared = bothDeclared(trip, part.fromSeq, part.toSeq)
  return declared || trip.enRoutePickups ? undefined : new AppError('stop_not_offered')
}

/**
 * Why this viewer cannot take these seats now; undefined when they can. What the trip page says
 * before anybody books; money, overlaps and limits are judged by booking itself. Codes: those of
 * `refusalOfPart`, `own_trip`, `already_booked`, `seats_unavailable`.
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

/** Of a published trip whose sales are closed for a while. */
export function notForSale(): AppError {
  const message = 'Por ahora este viaje no recibe reservas.'
  return new AppError('trip_not_bookable', { message })
}

function refusalOfTrip({ status }: Pick<TripFacts, 'status'>): AppError | undefined {
  if (status === 'published' || status === 'in_progress') return undefined
  const messages = {
    cancelled: 'El conductor canceló este viaje.',
    completed: 'Este viaje ya terminó.',
  }
  const message = status === 'draft' ? undefined : messages[status]
  return new AppError('trip_not_bookable', message === undefined ? {} : { message })
}
