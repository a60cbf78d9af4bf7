// The guarantee fund under parallel takes: never below zero, and each cap exact.
import { expect, it } from 'vitest'
import { withClient } from '#server/platform/db/with-client.ts'
import { type FundApp, openFundApp } from '#test/fund-factories.ts'
import { expectConsistent } from './invariants.ts'

const SCENES = 24

/** Takes all scenes at once, each on its own connection; returns the covers. */
async function payAtOnce(test: FundApp, scenes: { id: string; fare: number }[]): Promise<number[]> {
  return await Promise.all(
    scenes.map(async ({ id, fare }) => {
      const pay = 'select fund_pay_cover($1, $2, $3)::int as pesos'
      const values = [id, fare, test.clock.now()]
      const paid = await withClient(test.deps.databaseUrl, (client) => client.query(pay, values))
      return paid.rows[0].pesos
    }),
  )
}

it('pays covers in parallel only while the fund has 20 average ones', async () => {
  const test = await openFundApp()
  await test.settle('open', 350_000)
  const trip = await test.newTrip()
  const scenes = []
  for (let n = 0; n < SCENES; n += 1) {
    scenes.push(await test.failed({ trip, before: 100_000, offered: 130_000 }))
  }
  const asked = scenes.map(({ id }) => ({ id, fare: 130_000 }))
  // The same rescue twice, too: it is paid once.
  const paid = await payAtOnce(test, [...asked, ...asked])
  const covers = paid.filter((pesos) => pesos > 0)
  expect(new Set(covers)).toEqual(new Set([30_000]))
  // 350,000 is enough for the first (15,000 × 20); after it the average is 30,000.
  expect(covers.length).toBe(1)
  expect(await test.balance()).toBe(350_000 - 30_000)
})

it("pays in parallel at most the month's share and half of the balance", async () => {
  const test = await openFundApp()
  await test.settle('open', 900_000)
  const trip = await test.newTrip()
  const ana = await test.aPassenger(2_000_000)
  const scenes = []
  for (let n = 0; n < 6; n += 1) {
    scenes.push(await test.failed({ trip, ana, before: 30_000, offered: 37_000 }))
  }
  const others = []
  for (let n = 0; n < SCENES; n += 1) {
    others.push(await test.failed({ trip, before: 100_000, offered: 127_000 }))
  }
  const own = await payAtOnce(
    test,
    scenes.map(({ id }) => ({ id, fare: 37_000 })),
  )
  expect(own.filter((pesos) => pesos > 0)).toEqual([7_000, 7_000])
  const paid = await payAtOnce(
    test,
    others.map(({ id }) => ({ id, fare: 127_000 })),
  )
  const sum = [...own, ...paid].reduce((all, pesos) => all + pesos, 0)
  const balance = await test.balance()
  expect(balance).toBe(900_000 - sum)
  expect(balance).toBeGreaterThanOrEqual(0)
  // The last one was paid while paid + 27,000 was at most half of what the fund had then.
  expect(sum - 27_000).toBeLessThanOrEqual((balance + 27_000) / 2)
  expect(sum).toBeGreaterThan(200_000)
})

it('returns covers in parallel with others that are paid, without waiting for ever', async () => {
  const test = await openFundApp({ poolSize: 5 })
  await test.settle('open', 2_000_000)
  const taken = []
  for (let n = 0; n < 4; n += 1) taken.push(await test.taken(await test.failed()))
  const more = []
  for (let n = 0; n < 4; n += 1) more.push(await test.failed())
  const [answers, paid] = await Promise.all([
    Promise.all(taken.map(({ ana, booking }) => test.act(ana, booking, 'cancel'))),
    payAtOnce(test, more),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(paid).toEqual([7_000, 7_000, 7_000, 7_000])
  expect(await test.balance()).toBe(2_000_000 - 4 * 7_000)
  for (const { id, ana, other } of more) {
    const booking = await test.booked(ana, other)
    await test.rows(
      `update rescues set status = 'taken', closed_at = $2, new_booking_ids = $3
       where booking_id = $1`,
      [id, test.clock.now(), [booking.id]],
    )
  }
  await expectConsistent(test.deps)
})
