// Lists that buy, for tests: full trips Bogotá → Cali, and people who wait for a seat.
import { expect } from 'vitest'
import { findPairs } from '#server/modules/travel/connections/find-pairs.ts'
import { matchTrip as matchWith } from '#server/modules/travel/demand/index.ts'
import { bogotaDate } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Body, BookingsApp } from './booking-factories.ts'
import { asOwner } from './db.ts'
import { aFundedWallet, aUser, type TestUser } from './factories.ts'
import { BOGOTA, CALI, type TestTrip } from './trip-factories.ts'

export const DAY_LONG = {
  earliestMinute: 0,
  latestMinute: 1440,
  noticeMinutes: 180,
  atNight: false,
  womenOnly: false,
  verifiedOnly: false,
  withChange: false,
  pets: false,
  wheelchair: false,
}

/** Runs the job of a trip as its module does. */
export const matchTrip = (deps: Deps, event: Parameters<typeof matchWith>[1]) =>
  matchWith(deps, event, findPairs)

/** Steps of lists; `test` is the app of bookings. */
export function listSteps(test: BookingsApp) {
  const read = async (sql: string, values: unknown[] = []) =>
    (await asOwner(test.deps.databaseUrl, sql, values)).rows

  /** Asks for a list for the day of the trip at its price. */
  function asks(who: TestUser, trip: TestTrip, { list, ...body }: Body = {}) {
    const day = bogotaDate(trip.facts.departsAt)
    const terms = { from: BOGOTA, to: CALI, since: day, until: day, maxPrice: 400_000 }
    const asked = { ...terms, ...body, list: { ...DAY_LONG, ...(list as object) } }
    return test.call(who, 'POST', '/alerts', asked)
  }

  return {
    read,
    asks,
    /** A person with a proved phone and identity, and money. */
    async aWaiter(pesos = 500_000): Promise<TestUser> {
      const waiter = await aUser(test.deps, { firstName: 'Lía', verified: true })
      if (pesos > 0) await aFundedWallet(test.deps, waiter.userId, pesos)
      return waiter
    },
    saysWoman: ({ userId }: TestUser) =>
      read('insert into women_declarations (user_id, declared_at) values ($1, now())', [userId]),
    /** Makes a list that must succeed; returns its id. */
    async waits(who: TestUser, trip: TestTrip, body: Body = {}): Promise<string> {
      const answer = await asks(who, trip, body)
      expect([answer.status, answer.body.code]).toEqual([200, undefined])
      return answer.body.alert.id
    },
    /** The person's bookings on the trip: status and seats. */
    async seatsOf(who: TestUser, trip?: TestTrip): Promise<string[]> {
      const find = `select status || ' ' || seats as line from bookings
        where passenger_id = $1 and ($2::uuid is null or trip_id = $2) order by created_at`
      return (await read(find, [who.userId, trip?.tripId ?? null])).map(({ line }) => line)
    },
    listsOf: async (who: TestUser) => {
      const { body } = await test.call(who, 'GET', '/alerts')
      return [...body.active, ...body.past]
    },
    titlesTo: async (who: TestUser): Promise<string[]> =>
      (await test.call(who, 'GET', '/notifications')).body.notifications.map(
        ({ title }: { title: string }) => title,
      ),
  }
}
