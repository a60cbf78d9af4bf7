import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openRewardsApp, type RewardsApp } from '#test/reward-factories.ts'
import { recountCards } from './recount-cards.ts'

let test: RewardsApp

beforeAll(async () => {
  test = await openRewardsApp()
})

const cardOf = async ({ userId }: TestUser) =>
  (await test.app.inject(`/api/users/${userId}/card`)).json().card

type Standing = { trips: number; fours: number; fives: number }

/** Sets the reputation of a user as if they had travelled this much. */
const stands = ({ userId }: TestUser, { trips, fours, fives }: Standing) =>
  asOwner(
    test.deps.databaseUrl,
    `insert into user_reputation (user_id, trips_ridden, stars, computed_at)
     values ($1, $2, array[0, 0, 0, $3::int, $4::int], now())
     on conflict (user_id) do update set trips_ridden = excluded.trips_ridden,
       stars = excluded.stars`,
    [userId, trips, fours, fives],
  )

const told = async (who: TestUser) => {
  const { body } = await test.call(who, 'GET', '/notifications')
  return body.notifications
    .filter(({ kind }: { kind: string }) => kind === 'card_changed')
    .map(({ title }: { title: string }) => title)
    .reverse()
}

describe('the cards of people', () => {
  it('grants cards at night, tells the person, and revokes them without activity', async () => {
    const { passenger } = await test.aCompletedTrip()
    expect(await cardOf(passenger)).toBeNull()
    await recountCards(test.deps)
    expect(await cardOf(passenger)).toBe('green')
    await stands(passenger, { trips: 21, fours: 2, fives: 8 })
    const { card } = await test.overview(passenger)
    expect(card).toMatchObject({ card: 'green', next: 'gold', activeDays: 90 })
    expect(card.gold).toEqual([
      { name: 'trips', done: true, have: 21, need: 21 },
      { name: 'rating', done: true, have: 4.8, need: 4.8 },
      { name: 'active', done: true, have: null, need: null },
    ])
    await recountCards(test.deps)
    expect(await cardOf(passenger)).toBe('gold')
    const gold = await test.aReward(['ORO-9'], { goldOnly: true })
    expect((await test.redeem(passenger, gold)).status).toBe(201)
    test.clock.advance(91 * DAY_MS)
    await recountCards(test.deps)
    expect(await cardOf(passenger)).toBe('green')
    await recountCards(test.deps)
    expect(await told(passenger)).toEqual([
      'Ya tienes la tarjeta Green',
      'Ya tienes la tarjeta Gold',
      'Ya no tienes la tarjeta Gold',
    ])
  })

  it('shows no card for a new or unknown user, and names the missing criteria', async () => {
    const person = await aUser(test.deps, { emailConfirmed: false })
    expect(await cardOf(person)).toBeNull()
    const { card } = await test.overview(person)
    expect(card.card).toBeNull()
    expect(card.green.map(({ done }: { done: boolean }) => done)).toEqual([true, false, false])
    const unknown = '01890000-0000-7000-8000-00000000dead'
    expect((await test.app.inject(`/api/users/${unknown}/card`)).json()).toEqual({ card: null })
  })

  it('stores cards that equal a recomputation from the criteria after every night', async () => {
    const people = await Promise.all([0, 1, 2].map(() => aUser(test.deps)))
    const lastTrip = new Map<string, Date>()
    const change = fc.record({
      who: fc.nat(2),
      trips: fc.constantFrom(0, 1, 20, 21, 40),
      fours: fc.nat(3),
      fives: fc.nat(12),
      days: fc.constantFrom(0, 1, 60, 89, 92),
    })
    const nights = fc.array(change, { minLength: 3, maxLength: 3 })
    const toGold = { who: 0, trips: 40, fours: 0, fives: 12, days: 1 }
    const toGreen = { who: 1, trips: 1, fours: 0, fives: 0, days: 1 }
    const seen = new Set<string | null>()
    const trip = (await test.aCompletedTrip()).id
    // After the last event of the tests above: events of one person follow each other in time.
    test.clock.set(addMs(TEST_NOW, 200 * DAY_MS))
    await fc.assert(
      fc.asyncProperty(nights, async (changes) => {
        for (const { who, trips, fours, fives, days } of changes) {
          const person = people[who]!
          await stands(person, { trips, fours, fives })
          if (trips > 0) {
            // A completed booking whose date is the time of the last trip.
            await asOwner(
              test.deps.databaseUrl,
              `insert into bookings select (jsonb_populate_record(b, jsonb_build_object(
                 'id', gen_random_uuid(), 'passenger_id', $2::text, 'driver_id', $3::text,
                 'code', substr(md5(random()::text), 1, 6), 'drops_off_at', $4::text,
                 'hold_id', null))).*
               from bookings b where b.id = $1`,
              [trip, person.userId, test.helper.userId, test.clock.now().toISOString()],
            )
            lastTrip.set(person.userId, test.clock.now())
          }
          test.clock.advance(days * DAY_MS)
          await recountCards(test.deps)
          for (const each of people) {
            const { rows } = await asOwner(
              test.deps.databaseUrl,
              `select trips_ridden as trips, stars from user_reputation where user_id = $1`,
              [each.userId],
            )
            const [s] = rows
            const last = lastTrip.get(each.userId)
            const active = last !== undefined && addMs(last, 90 * DAY_MS) >= test.clock.now()
            const count = s ? s.stars[3] + s.stars[4] : 0
            const mean = s && count > 0 ? (4 * s.stars[3] + 5 * s.stars[4]) / count : 0
            const gold = s && s.trips > 20 && mean >= 4.8 - 1e-9 && active
            const expected = !s || s.trips === 0 ? null : gold ? 'gold' : 'green'
            seen.add(expected)
            expect(await cardOf(each)).toBe(expected)
          }
        }
      }),
      // The first run, which is always made, reaches each card.
      { numRuns: 8, seed: 7, examples: [[[toGold, toGreen]]] },
    )
    expect([...seen].sort()).toEqual(['gold', 'green', null])
    expect((await findMismatches(test.deps)).map(({ check }) => check)).not.toContain('cards')
  })

  it('reports a card that was changed by hand as a mismatch', async () => {
    const { passenger } = await test.aCompletedTrip(await test.aLaterTrip())
    await recountCards(test.deps)
    await asOwner(
      test.deps.databaseUrl,
      `update membership_cards set card = 'gold' where user_id = $1`,
      [passenger.userId],
    )
    const found = await findMismatches(test.deps)
    expect(found.find(({ check }) => check === 'cards')?.subjects).toEqual([
      `user ${passenger.userId}`,
    ])
  })
})
