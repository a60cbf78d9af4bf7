import { beforeAll, describe, expect, it } from 'vitest'
import { deviceProof, noteDevice } from '#server/modules/people/access/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { type Journey, openRatingsApp, type RatingsApp } from '#test/rating-factories.ts'
import { moderateRating } from './moderate-rating.ts'

let test: RatingsApp
let helper: TestUser

beforeAll(async () => {
  test = await openRatingsApp()
  helper = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

const statement = 'Nunca me subí a ese carro: era otra persona.'
const note = 'Hablamos con las dos personas.'

const deny = (who: TestUser, { id }: Journey) =>
  test.call(who, 'POST', `/bookings/${id}/not-together`, { statement })

async function casesOf({ id }: Journey, status = 'open') {
  const { body } = await test.call(helper, 'GET', `/admin/rating-cases?status=${status}`)
  return body.items.filter(({ bookingId }: { bookingId: string }) => bookingId === id)
}

const decide = (who: TestUser, caseId: string, outcome: 'count' | 'exclude') =>
  test.call(who, 'POST', `/admin/rating-cases/${caseId}/resolve`, { outcome, note })

const counted = async (who: TestUser) => (await test.profile(who)).rating.count

describe('"no viajamos juntos"', () => {
  it('excludes the ratings of a denied journey until the team decides', async () => {
    const journey = await test.aJourney()
    const { driver, passenger } = journey
    await test.bothRate(journey, 1)
    expect(await counted(driver)).toBe(1)
    expect((await deny(driver, journey)).body.rating).toMatchObject({
      notTogether: { mine: true, outcome: null },
      can: { notTogether: false },
    })
    expect((await deny(passenger, journey)).body.rating.notTogether.mine).toBe(false)
    expect([await counted(driver), await counted(passenger)]).toEqual([0, 0])
    expect((await test.ratingsOf(driver)).total).toBe(0)
    expect(await test.told(passenger)).toEqual(['rating_received', 'rating_reviewed'])
    const [found] = await casesOf(journey)
    expect(found).toMatchObject({ kind: 'not_together', statement, checkedInBy: 'code' })
    expect(found.ratings).toHaveLength(2)
    expect((await decide(passenger, found.id, 'count')).status).toBe(403)
    const answers = await Promise.all(
      (['count', 'count', 'exclude'] as const).map((outcome) => decide(helper, found.id, outcome)),
    )
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200, 200])
    const outcome = answers.find(({ status }) => status === 200)?.body.outcome
    expect(await counted(driver)).toBe(outcome === 'count' ? 1 : 0)
    expect((await casesOf(journey, 'resolved'))[0]).toMatchObject({ outcome, note })
    expect(await test.told(driver)).toContain('rating_decided')
  })

  it('excludes a rating that is written after the denial of a journey', async () => {
    const journey = await test.aJourney()
    await deny(journey.passenger, journey)
    await test.bothRate(journey, 5)
    expect(await counted(journey.driver)).toBe(0)
    const [found] = await casesOf(journey)
    expect((await decide(helper, found.id, 'count')).status).toBe(200)
    expect(await counted(journey.driver)).toBe(1)
  })

  it('refuses to deny a journey before it happens, after 28 days, and to strangers', async () => {
    const journey = await test.aJourney()
    const { id, passenger, dropsOffAt } = journey
    expect((await deny(helper, journey)).body.code).toBe('booking_not_found')
    test.clock.set(addMs(dropsOffAt, 28 * DAY_MS))
    expect((await deny(passenger, journey)).body.code).toBe('rating_closed')
    const trip = await test.newTrip({ departsAt: addMs(dropsOffAt, DAY_MS) })
    const booking = await test.booked(passenger, trip)
    expect((await deny(passenger, { ...journey, id: booking.id })).body.code).toBe(
      'rating_too_early',
    )
    expect(await casesOf({ ...journey, id })).toEqual([])
  })
})

describe('a trip with oneself', () => {
  const share: Record<string, (journey: Journey) => Promise<unknown>> = {
    async same_device({ driver, passenger }) {
      const key = test.deps.secrets.authKey
      const first = deviceProof(key, driver.email)
      await noteDevice(test.deps, driver.userId, first)
      await noteDevice(test.deps, passenger.userId, deviceProof(key, passenger.email, first))
    },
    same_payment: ({ driver, passenger }) =>
      asOwner(
        test.deps.databaseUrl,
        `with p as (
           insert into payments (id, reference, user_id, amount_pesos, environment, status,
             created_at, updated_at, next_check_at)
           select gen_random_uuid(), gen_random_uuid()::text, u, 20000, 'test', 'approved', now(),
             now(), now() from unnest($1::uuid[]) as u returning id)
         insert into payment_attempts (transaction_id, payment_id, status, amount_in_cents,
           currency, payer_index, created_at, updated_at)
         select gen_random_uuid()::text, id, 'APPROVED', 2000000, 'COP',
           sha256($2::text::bytea), now(), now() from p`,
        [[driver.userId, passenger.userId], driver.userId],
      ),
    same_plate: ({ driver, passenger }) =>
      asOwner(
        test.deps.databaseUrl,
        `insert into vehicles (id, owner_id, plate, brand, model, color, year, seats, created_at)
         select gen_random_uuid(), $2, plate, brand, model, color, year, seats, now()
         from vehicles where owner_id = $1`,
        [driver.userId, passenger.userId],
      ),
  }

  it.each(Object.entries(share))('excludes ratings of accounts with %s', async (kind, make) => {
    const journey = await test.aJourney()
    const { driver, passenger } = journey
    await make(journey)
    await test.bothRate(journey, 5)
    expect([await counted(driver), await counted(passenger)]).toEqual([0, 0])
    expect(await test.told(driver)).toEqual(['rating_reviewed'])
    const [found, ...others] = await casesOf(journey)
    expect([found.kind, others]).toEqual([kind, []])
    await decide(helper, found.id, 'count')
    expect([await counted(driver), await counted(passenger)]).toEqual([1, 1])
  })

  it('opens no case for two people who share nothing', async () => {
    const journey = await test.aJourney()
    await test.bothRate(journey, 5)
    expect(await casesOf(journey)).toEqual([])
    expect(await counted(journey.driver)).toBe(1)
  })
})

describe('a rating that moderation hides', () => {
  it('hides a moderated rating and excludes it from the average until shown again', async () => {
    const journey = await test.aJourney()
    const { driver } = journey
    await test.bothRate(journey, 1)
    const [{ id: ratingId }] = (await test.ratingsOf(driver)).ratings
    const asked = { ratingId, actorId: helper.userId, reason: 'Insulto' }
    for (let n = 0; n < 2; n += 1) {
      const hidden = await inTransaction(test.deps.db, (tx) =>
        moderateRating(tx, test.deps, { ...asked, hidden: true }),
      )
      expect(hidden).toMatchObject({ hidden: true, ratedId: driver.userId })
    }
    expect([await counted(driver), (await test.ratingsOf(driver)).total]).toEqual([0, 0])
    expect((await test.show(driver, journey)).theirs).toBeNull()
    await inTransaction(test.deps.db, (tx) =>
      moderateRating(tx, test.deps, { ...asked, hidden: false }),
    )
    expect([await counted(driver), (await test.ratingsOf(driver)).total]).toEqual([1, 1])
  })
})
