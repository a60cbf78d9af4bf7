// Apart from the traffic: `ops/ha/previous-release` runs it with the code of another release.
import { stopId } from '#server/domains/trips/trips.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { aFundedWallet, aUser } from '../factories.ts'
import { aTrip, type TestTrip } from '../trip-factories.ts'

export const SEATS = 4
/** Pesos of everybody at the start. */
export const OPENING = 100_000

export type Person = {
  userId: string
  token: string
  tripId: string
  from: string
  to: string
  /** Pesos of one seat. */
  fare: number
  /** Top-ups that were begun; each is repeated until it is credited. */
  topUps: number
  /** Messages to the driver that were begun; each is repeated until it is stored. */
  messages: number
  conversationId?: string
}

/** People with money, and trips with more seats than they need. */
export async function seedPeople(
  deps: Deps,
  count: { people: number; trips: number },
): Promise<Person[]> {
  const trips: TestTrip[] = []
  for (let index = 0; index < count.trips; index += 1)
    trips.push(await aTrip(deps, { seats: SEATS }))
  const people: Person[] = []
  for (let index = 0; index < count.people; index += 1) {
    const trip = trips[index % count.trips]
    if (!trip) continue
    const { userId, token } = await aUser(deps)
    await aFundedWallet(deps, userId, OPENING)
    const { tripId, facts } = trip
    const to = stopId(tripId, facts.places.length - 1)
    const from = stopId(tripId, 0)
    const begun = { topUps: 0, messages: 0 }
    people.push({ userId, token, tripId, from, to, fare: facts.seatPrice, ...begun })
  }
  return people
}
