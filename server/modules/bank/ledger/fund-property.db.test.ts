import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, matured } from '#test/factories.ts'
import { type FundApp, openFundApp } from '#test/fund-factories.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE } from '#test/trip-factories.ts'
import { withdrawableOf } from './withdrawable.ts'

let test: FundApp

beforeAll(async () => {
  test = await openFundApp()
  await test.settle('open', 50_000_000)
})

const legs = [
  { from: BOGOTA, to: CALI },
  { from: IBAGUE, to: CALI },
  { from: BOGOTA, to: GIRARDOT },
] as const

const step = fc.oneof(
  fc.record({ op: fc.constant('segment' as const), leg: fc.nat({ max: 2 }) }),
  fc.constant({ op: 'give-back' as const }),
  fc.constant({ op: 'top-up' as const }),
  fc.constant({ op: 'cancel' as const }),
  fc.constant({ op: 'cancel-late' as const }),
  fc.constant({ op: 'fail' as const }),
  fc.constant({ op: 'board' as const }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type Scene = Awaited<ReturnType<FundApp['taken']>>

/** Refused steps are part of a history: a booking that has ended changes no more. */
async function perform(scene: Scene, { op, ...more }: Step & { leg?: number }) {
  const { ana, booking, other } = scene
  if (op === 'top-up') await aFundedWallet(test.deps, ana.userId, 9_000)
  else if (op === 'give-back') await test.act(ana, booking, 'give-back', { seats: 1 })
  else if (op === 'cancel') await test.act(ana, booking, 'cancel')
  else if (op === 'fail') await test.call(other.driver, 'POST', `/trips/${other.tripId}/cancel`, {})
  else if (op === 'segment') {
    const { from, to } = legs[more.leg ?? 0] ?? legs[0]
    const body = { fromStopId: other.stop(from), toStopId: other.stop(to) }
    await test.call(ana, 'POST', `/bookings/${booking.id}/segment`, body)
  } else if (op === 'cancel-late') {
    test.toPickUp(booking, -HOUR_MS)
    await test.act(ana, booking, 'cancel')
  } else {
    test.toPickUp(booking, 0)
    const [{ code }] = await test.rows('select code from bookings where id = $1', [booking.id])
    await test.call(other.driver, 'POST', `/trips/${other.tripId}/check-in`, { code })
  }
}

it('never lets a peso of a cover leave, and returns it with the fare, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 }),
      fc.integer({ min: 500, max: 12_000 }),
      fc.array(step, { minLength: 1, maxLength: 5 }),
      async (leg, difference, steps) => {
        test.clock.set(TEST_NOW)
        const ana = await test.aPassenger(0)
        await aFundedWallet(test.deps, ana.userId, 400_000, matured(test.clock.now()))
        const body = { ...legs[leg], seats: 2 }
        const before = await test.balance()
        const offer = await test.failed({ ana, body })
        await test.rows('update rescues set fare_before = $2 where booking_id = $1', [
          ...[offer.id, offer.fare - difference],
        ])
        const scene = await test.taken(offer)
        const cap = Math.floor(((offer.fare - difference) * 30) / 100)
        expect(scene.cover).toBe(Math.min(difference, cap, 30_000))
        let [own, left] = [400_000, 0]
        for (const each of steps) {
          await perform(scene, each)
          if (each.op === 'top-up') own += 9_000
          const [row] = await test.rows(
            `select f.first::int, f.kept::int, fund_returned(r)::int as returned
             from rescues r, fund_fares(r.new_booking_ids) as f where r.booking_id = $1`,
            [scene.id],
          )
          const stays = Math.floor((scene.cover * Math.min(row.kept, row.first)) / row.first)
          // What was paid equals what came back, what is in fares, and nothing else.
          expect(row.returned).toBeGreaterThanOrEqual(scene.cover - stays)
          expect(row.returned).toBeLessThanOrEqual(scene.cover)
          expect(await test.balance()).toBe(before - scene.cover + row.returned)
          left = own - row.kept + scene.cover - row.returned
          if (row.kept === 0) expect(left).toBe(own)
        }
        test.clock.set(addMs(test.clock.now(), 91 * DAY_MS))
        const asked = { userId: ana.userId, now: test.clock.now() }
        const { pesos } = await withdrawableOf(test.deps.db, asked)
        // Of her own money only what is not in fares, to which the cover added what stayed.
        expect(pesos).toBeLessThanOrEqual(left)
        const found = await findMismatches(test.deps)
        expect(found.filter(({ check }) => ['covers', 'fund', 'ledger'].includes(check))).toEqual(
          [],
        )
      },
    ),
    { numRuns: 300 },
  )
}, 120_000)
