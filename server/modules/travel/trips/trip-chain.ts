import type { Overlap } from '#contract/trips.ts'
import { instantFormat } from '#server/modules/foundation/notifications/index.ts'
import { greatCircleKm } from '#server/modules/roads/places/index.ts'
import { bogotaDate, HOUR_MS } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'

type Point = { lat: number; lng: number }

/** A drive of one driver in one car, with its ends. */
export type Drive = { departsAt: Date; arrivesAt: Date; from: Point; to: Point }

export type KnownDrive = Drive & {
  tripId: string
  /** Title such as `Bogotá → Cali`. */
  route: string
  /** Whether the publishing driver drives it, and whether it uses the published car. */
  sameDriver: boolean
  samePlate: boolean
  /** Whether it has ended: it counts for the daily limit, but cannot overlap another drive. */
  ended: boolean
}

/** Greatest number of drives per day; more would be a transport service, not a shared trip. */
const DAILY_CAP = 4

/** The highest speed limit of any Colombian road, km/h (Ley 1239 de 2008, art. 1). */
const FASTEST_KMH = 120

/**
 * Refuses a drive that overlaps another drive of its driver or car, or exceeds the daily cap.
 * Errors: `trip_overlaps`, which names a trip of the driver; `trip_daily_cap`.
 */
export function assertPossible(drive: Drive, known: readonly KnownDrive[]): void {
  const other = known.find((each) => !each.ended && clashes(drive, each))
  if (other) throw overlapWith(other)
  const date = bogotaDate(drive.departsAt)
  const sameDay = known.filter((other) => bogotaDate(other.departsAt) === date)
  const byDriver = sameDay.filter((other) => other.sameDriver).length
  const byPlate = sameDay.filter((other) => other.samePlate).length
  if (Math.max(byDriver, byPlate) >= DAILY_CAP) throw new AppError('trip_daily_cap')
}

/** A trip of another driver with the same car is not named: who drives it is not told. */
function overlapWith({ sameDriver, tripId, route, departsAt }: KnownDrive): AppError {
  if (sameDriver) {
    return overlapsNamed({ kind: 'trip', id: tripId, tripId, route, at: departsAt.toISOString() })
  }
  return new AppError('trip_overlaps', {
    message: 'Otra persona ya publicó un viaje con este carro que se cruza con este horario.',
  })
}

/** The refusal that names what the driver has at that time. */
export function overlapsNamed(overlap: Overlap): AppError {
  const what = overlap.kind === 'trip' ? 'un viaje' : 'una reserva como pasajero'
  const when = instantFormat.format(new Date(overlap.at))
  return new AppError('trip_overlaps', {
    // The hour ends with the point of "a. m.".
    message: `Ya tienes ${what} que se cruza con este horario: ${overlap.route}, ${when}`,
    details: overlap,
  })
}

/**
 * Whether two drives overlap, or the straight line from the end of the first to the start of the
 * second is longer than the time allows. A return can depart at the arrival.
 */
export function clashes(a: Drive, b: Drive): boolean {
  const [first, second] = a.departsAt <= b.departsAt ? [a, b] : [b, a]
  const pauseMs = second.departsAt.getTime() - first.arrivesAt.getTime()
  if (pauseMs < 0) return true
  return greatCircleKm(first.to, second.from) > (pauseMs / HOUR_MS) * FASTEST_KMH
}
