import type { Alert, Offer } from '#server/modules/travel/demand/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { addMs, bogotaDate, DAY_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { bookConnection } from './book-connection.ts'
import { findConnections } from './find-connections.ts'

/** Days before a second car leaves on which the first one may leave. */
const DAYS_BEFORE = 2

/**
 * Finds the journeys with one change through a trip that a list may buy: those that its person's
 * search would show in its hours if it had only those at most at the list's price for both cars,
 * with the terms that it wants, and without trips on which the person had a seat, as for lists that
 * buy one car. The cheapest first.
 */
export async function findPairs(deps: Deps, list: Alert, tripId: string): Promise<Offer[]> {
  const { userId, fromPlace: from, toPlace: to, seats, maxPrice, verifiedOnly } = list
  const trip = await findTripFacts(deps.db, tripId)
  if (!trip) return []
  const offers: (Offer & { arrivesAt: string })[] = []
  const minutes = [list.earliestMinute, list.latestMinute] as const
  const wish = { through: tripId, verifiedOnly }
  const filters = (['womenOnly', 'pets', 'wheelchair'] as const).filter((name) => list[name])
  for (let day = -DAYS_BEFORE; ; day += 1) {
    const date = bogotaDate(addMs(trip.departsAt, day * DAY_MS))
    if (date > bogotaDate(trip.arrivesAt)) break
    if (date < list.since || date > list.until || date < bogotaDate(deps.clock.now())) continue
    const query = { from, to, date, seats, minutes, maxPrice, filters, list: wish }
    const { connections } = await findConnections(deps, { userId }, query)
    for (const { parts, changeAt, departsAt, arrivesAt, price } of connections) {
      const [first, second] = parts
      const expectedPrice = price * seats
      const asked = { changePointId: changeAt.point.id, seats, expectedPrice }
      offers.push({
        ...{ tripId: first.tripId, boardsAt: new Date(departsAt), arrivesAt, price },
        async book(call) {
          const both = [stopsOf(first), stopsOf(second)] as const
          const journey = { ...asked, ...call, parts: both }
          const [booked] = await bookConnection(deps, { userId }, journey)
          assert(booked, 'a booked trip with one change')
          return booked
        },
      })
    }
  }
  return offers.sort((a, b) => a.price - b.price || a.arrivesAt.localeCompare(b.arrivesAt))
}

type Stops = { tripId: string; fromStopId: string; toStopId: string }

const stopsOf = ({ tripId, fromStopId, toStopId }: Stops) => ({ tripId, fromStopId, toStopId })
