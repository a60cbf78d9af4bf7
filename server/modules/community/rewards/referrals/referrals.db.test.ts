import { beforeAll, describe, expect, it } from 'vitest'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import { aFundedWallet, aUser, type TestUser } from '#test/factories.ts'
import type { Journey } from '#test/rating-factories.ts'
import { openRewardsApp, type RewardsApp } from '#test/reward-factories.ts'
import { policyNow } from '../policy.ts'
import { settleReferrals } from './settle-referral.ts'

let test: RewardsApp

beforeAll(async () => {
  test = await openRewardsApp()
})

const { points, referrals: limits } = policyNow('2026-11-20')

const codeOf = async (who: TestUser): Promise<string> =>
  (await test.call(who, 'POST', '/referrals/code')).body.code

const claim = (who: TestUser, code: string) => test.call(who, 'POST', '/referrals', { code })

/** Creates a referrer, and a friend who signs up a minute later with the code. */
async function aPair(referrer?: TestUser): Promise<{ referrer: TestUser; friend: TestUser }> {
  const inviting = referrer ?? (await aUser(test.deps))
  const code = await codeOf(inviting)
  test.clock.advance(MINUTE_MS)
  const friend = await test.aPassenger()
  const { status, body } = await claim(friend, code)
  expect([status, body.code]).toEqual([201, undefined])
  return { referrer: inviting, friend }
}

/** Completes a trip of the friend with a driver. */
async function travels(friend: TestUser, driver?: Awaited<ReturnType<typeof test.aRichDriver>>) {
  const trip = await test.aLaterTrip({ driver: driver ?? (await test.aRichDriver()) })
  return await test.aCompletedTrip(trip, friend)
}

const statusOf = async (friend: TestUser) =>
  (await test.call(friend, 'GET', '/referrals')).body.invitedBy.status

/** Lists the points that a user earned by referrals. */
async function earned(who: TestUser): Promise<number[]> {
  const { body } = await test.call(who, 'GET', '/rewards/movements')
  return body.items
    .filter(({ kind }: { kind: string }) => kind === 'referral')
    .map((each: { points: number }) => each.points)
}

const expectSound = async () => expect(await findMismatches(test.deps)).toEqual([])

describe('an invitation', () => {
  it('pays both people once after the first trip of the friend with somebody else', async () => {
    const { referrer, friend } = await aPair()
    expect(await statusOf(friend)).toBe('waiting')
    const { id } = await travels(friend)
    await settleReferrals(test.deps, id)
    await travels(friend)
    expect([await earned(referrer), await earned(friend)]).toEqual([
      [points.referrer],
      [points.friend],
    ])
    expect(await statusOf(friend)).toBe('paid')
    expect(await test.toldOfPoints(referrer)).toEqual(['referral_paid'])
    const { body } = await test.call(referrer, 'GET', '/referrals')
    expect(body.invited).toEqual([expect.objectContaining({ name: 'Ana R.', status: 'paid' })])
    await expectSound()
  })

  it('takes referral points back when the decisive trip stops counting', async () => {
    const { referrer, friend } = await aPair()
    const trip = await test.aLaterTrip({ driver: await test.aRichDriver() })
    const journey: Journey = await test.aScannedJourney(trip, friend)
    await test.complete(journey)
    expect(await earned(referrer)).toEqual([points.referrer])
    await test.denyLate(journey)
    await test.decide(journey, 'passenger')
    expect([await test.points(referrer), await test.points(friend)]).toEqual([0, 0])
    expect(await statusOf(friend)).toBe('undone')
    await expectSound()
  })

  it('shows the owner of a code in any letter case, and makes one code per person', async () => {
    const referrer = await aUser(test.deps, { firstName: 'Carlos', lastName: 'Rojas' })
    const codes = await Promise.all([codeOf(referrer), codeOf(referrer), codeOf(referrer)])
    expect(new Set(codes).size).toBe(1)
    const shown = await test.app.inject(`/api/referrals/codes/${codes[0]!.toLowerCase()}`)
    expect(shown.json()).toEqual({ name: 'Carlos R.', friendPoints: points.friend })
    const unknown = await test.app.inject('/api/referrals/codes/ZZZZ9999')
    expect(unknown.json().code).toBe('referral_code_unknown')
  })
})

describe('a refused invitation', () => {
  it('refuses a referral of oneself, of each other, twice, or by an old account', async () => {
    const { referrer, friend } = await aPair()
    const code = async (who: TestUser, of: string) => (await claim(who, of)).body.code
    expect(await code(referrer, await codeOf(referrer))).toBe('referral_self')
    expect(await code(referrer, await codeOf(friend))).toBe('referral_late')
    expect((await claim(friend, await codeOf(referrer))).status).toBe(201)
    const other = await codeOf(await aUser(test.deps))
    expect(await code(friend, other)).toBe('referral_claimed')
    expect(await code(friend, 'ZZZZ9999')).toBe('referral_code_unknown')
    test.clock.advance(MINUTE_MS)
    const traveller = (await test.aCompletedTrip(await test.aLaterTrip())).passenger
    expect(await code(traveller, other)).toBe('referral_late')
    const idle = await aUser(test.deps)
    test.clock.advance(limits.claimDays * DAY_MS + 1)
    expect(await code(idle, other)).toBe('referral_late')
  })
})

describe('a farmed invitation', () => {
  it('pays no referral for a trip with the referrer, but for a later one with others', async () => {
    const driver = await test.aRichDriver()
    const { friend } = await aPair(driver)
    await travels(friend, driver)
    expect(await statusOf(friend)).toBe('waiting')
    expect(await earned(driver)).toEqual([])
    await travels(friend)
    expect(await statusOf(friend)).toBe('paid')
  })

  it('pays no referral for an unwitnessed boarding, but for the next trip', async () => {
    const { referrer, friend } = await aPair()
    const trip = await test.aLaterTrip({ driver: await test.aRichDriver() })
    await test.complete(await test.anUnseenJourney(trip, friend))
    expect(await statusOf(friend)).toBe('waiting')
    await travels(friend)
    expect(await statusOf(friend)).toBe('paid')
    expect(await earned(referrer)).toEqual([points.referrer])
    await expectSound()
  })

  /** Signs that make two accounts look like one person. */
  const farms: Record<string, (a: TestUser, b: TestUser) => Promise<unknown>> = {
    same_device: (a, b) => test.shareDevice(a, b),
    same_payment: async (a, b) => {
      for (const who of [a, b]) await aFundedWallet(test.deps, who.userId, 20_000)
      await asOwner(
        test.deps.databaseUrl,
        `update payment_attempts a set payer_index = sha256($1::text::bytea) from payments p
         where p.id = a.payment_id and p.user_id = any($2::uuid[])`,
        [a.userId, [a.userId, b.userId]],
      )
    },
    same_document: (a, b) => setOfBoth('identification_index', a, b),
    same_phone: (a, b) => setOfBoth('phone_index', a, b),
  }

  /**
   * Sets the same unverified value on both accounts, as a second account of one person would have.
   */
  const setOfBoth = (column: string, a: TestUser, b: TestUser) =>
    asOwner(
      test.deps.databaseUrl,
      `update users set ${column} = sha256($1::text::bytea),
         phone_proved_at = case when id = $1::uuid then phone_proved_at end
       where id = any($2::uuid[])`,
      [a.userId, [a.userId, b.userId]],
    )

  it.each(Object.keys(farms))('holds a referral of accounts with %s for review', async (sign) => {
    const { referrer, friend } = await aPair()
    const journey = await test.aJourney(
      await test.aLaterTrip({ driver: await test.aRichDriver() }),
      friend,
    )
    await farms[sign]!(referrer, friend)
    await test.complete(journey)
    expect(await statusOf(friend)).toBe('review')
    expect([await earned(referrer), await earned(friend)]).toEqual([[], []])
    const { body } = await test.call(test.helper, 'GET', '/admin/reward-reviews')
    const review = body.items.at(-1)
    expect(review).toMatchObject({ kind: 'referral', signs: [sign] })
    const outcome = sign === 'same_device' ? 'pay' : 'refuse'
    const path = `/admin/reward-reviews/${review.id}/resolve`
    await test.call(test.helper, 'POST', path, { outcome, note: 'Hablamos con los dos.' })
    await test.settle()
    const paid = outcome === 'pay' ? [points.referrer] : []
    expect(await earned(referrer)).toEqual(paid)
    expect(await statusOf(friend)).toBe(outcome === 'pay' ? 'paid' : 'refused')
    await expectSound()
  })

  it('holds a referral for a trip with another account of the referrer', async () => {
    const { referrer, friend } = await aPair()
    const second = await test.aRichDriver()
    await test.shareDevice(referrer, second)
    await travels(friend, second)
    expect(await statusOf(friend)).toBe('review')
  })

  it('holds a referral above the monthly limit until the team decides', async () => {
    const referrer = await aUser(test.deps)
    const code = await codeOf(referrer)
    test.clock.advance(MINUTE_MS)
    const first = await test.aPassenger()
    await claim(first, code)
    const { id } = await travels(first)
    test.clock.advance(MINUTE_MS)
    const last = await test.aPassenger()
    await claim(last, code)
    const { id: second } = await test.aJourney(await test.aLaterTrip(), last)
    await asOwner(
      test.deps.databaseUrl,
      `update bookings set status = 'completed', closed_at = now() where id = $1`,
      [second],
    )
    // Inserts as many paid referrals in this month as the policy allows.
    for (let n = 0; n < limits.perMonth; n += 1) {
      const { userId } = await aUser(test.deps)
      await asOwner(
        test.deps.databaseUrl,
        `insert into referrals values (gen_random_uuid(), $1, $2, 'paid', $3, $4, $3)`,
        [userId, referrer.userId, test.clock.now(), id],
      )
    }
    await settleReferrals(test.deps, second)
    expect(await statusOf(last)).toBe('review')
  })
})

it('refuses the app role referral points without a paid referral', async () => {
  const { referrer, friend } = await aPair()
  const { rows } = await asOwner(
    test.deps.databaseUrl,
    'select id from referrals where friend_id = $1',
    [friend.userId],
  )
  const call = async () =>
    (
      await test.deps.db
        .selectNoFrom((eb) =>
          eb
            .fn('ledger_award_referral_points', [
              eb.val(rows[0].id),
              eb.val(referrer.userId),
              eb.val(100),
              eb.val(new Date()),
            ])
            .as('outcome'),
        )
        .executeTakeFirstOrThrow()
    ).outcome
  expect(await call()).toBe('refused:cause_unsuitable')
  expect(await test.points(referrer)).toBe(0)
})
