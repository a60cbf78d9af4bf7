import { quoteTrip } from '#server/modules/roads/pricing/index.ts'
import { createAlert, postRideRequest } from '#server/modules/travel/demand/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, HOUR_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'

/** Reads a trip with the places of its first and its last stop. */
async function wayOf({ db }: Pick<Deps, 'db'>, tripId: string) {
  const trip = await findTripFacts(db, tripId)
  const [from, to] = [trip?.places[0]?.placeId, trip?.places.at(-1)?.placeId]
  return trip && from && to ? { from, to, ...trip } : undefined
}

/** Publishes a ride request for the whole route of a trip, at the recommended price. */
export async function demoRequest(deps: Deps, userId: string, tripId: string): Promise<void> {
  const way = await wayOf(deps, tripId)
  if (!way) return
  const { from, to, departsAt } = way
  const { quote } = await quoteTrip(deps, { stops: [from, to], departsAt, seats: 1 })
  const request = {
    from,
    to,
    earliest: addMs(departsAt, -2 * HOUR_MS).toISOString(),
    latest: addMs(departsAt, 4 * HOUR_MS).toISOString(),
    seats: 1,
    maxPrice: quote.seat.recommended,
    idempotencyKey: `demo-request-${tripId}`,
  }
  await postRideRequest(deps, { userId }, request)
}

/** Share of the price of a trip below which the lists of the demonstration buy. */
const WAITS_BELOW = 0.9

/** Waits in a list for all of a trip's way on its day, until its price falls by a tenth. */
export async function demoList(deps: Deps, userId: string, tripId: string): Promise<void> {
  const way = await wayOf(deps, tripId)
  if (!way) return
  const { from, to, departsAt, seatPrice } = way
  const day = bogotaDate(departsAt)
  await createAlert(
    deps,
    { userId },
    {
      ...{ from, to, since: day, until: day, seats: 1 },
      maxPrice: Math.floor((seatPrice * WAITS_BELOW) / 100) * 100,
      list: {
        ...{ earliestMinute: 0, latestMinute: 1440, noticeMinutes: 180, atNight: false },
        ...{ womenOnly: false, verifiedOnly: false, withChange: true },
        ...{ pets: false, wheelchair: false },
      },
      idempotencyKey: `demo-list-${tripId}`,
    },
  )
}
