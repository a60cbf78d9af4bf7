import { quoteTrip } from '#server/domains/pricing/pricing.public.ts'
import { publishTrip } from '#server/domains/trips/trips.public.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { lastDeparture } from './demo.queries.ts'
import type { DemoCar } from './demo-people.ts'
import type { DemoDriver } from './people.ts'

/** How far ahead the demonstration has trips. */
const DAYS = 14

export type DemoFleet = { who: DemoDriver; car: DemoCar }[]

/** Fills the days ahead that have no trips yet: there on even days, back on odd ones. */
export async function demoTrips(deps: Deps, fleet: DemoFleet): Promise<string[]> {
  const now = deps.clock.now()
  const ids = fleet.map(({ car }) => car.userId)
  const last = await lastDeparture(deps.db, ids)
  const published: string[] = []
  for (let ahead = 0; ahead <= DAYS; ahead += 1) {
    const date = bogotaDate(addMs(now, ahead * DAY_MS))
    if (last && date <= bogotaDate(last)) continue
    for (const { who, car } of fleet) {
      const id = await publishOne(deps, who, car, date)
      if (id) published.push(id)
    }
  }
  return published
}

async function publishOne(
  deps: Deps,
  who: DemoDriver,
  car: DemoCar,
  date: string,
): Promise<string | undefined> {
  const midnight = startOfBogotaDate(date)
  const departsAt = addMs(midnight, who.hour * HOUR_MS)
  if (departsAt <= addMs(deps.clock.now(), HOUR_MS)) return undefined
  const outward = Math.floor(midnight.getTime() / DAY_MS) % 2 === 0
  const stops = outward ? who.stops : who.stops.toReversed()
  const { quote } = await quoteTrip(deps, { stops, departsAt, seats: who.seats })
  const input = {
    vehicleId: car.vehicleId,
    stops: stops.map((placeId) => ({ placeId, via: false })),
    departsAt: departsAt.toISOString(),
    seats: who.seats,
    seatPrice: quote.seat.recommended,
    paymentModes: who.direct ? (['billetera', 'directo'] as const) : (['billetera'] as const),
    instant: who.instant,
    enRoutePickups: true,
    notes: who.notes,
  }
  try {
    const trip = await publishTrip(deps, car, {
      ...input,
      paymentModes: [...input.paymentModes],
      idempotencyKey: `demo-${date}`,
    })
    return trip.id
  } catch (error) {
    // A trip that collides with yesterday's long drive is simply not offered.
    if (error instanceof AppError) return undefined
    throw error
  }
}
