import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { WithdrawalSum } from '#contract/withdrawals.ts'
import { findDebt, walletTotals } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { HOUR_MS } from '#server/platform/clock.ts'
import { aFundedWallet, aUser, matured, type TestUser } from '#test/factories.ts'
import {
  anEarnedFare,
  anEarningDriver,
  type EarningDriver,
  type Fare,
} from '#test/fare-factories.ts'
import { hearDriver } from '#test/hearing-steps.ts'
import { aRoadNetwork } from '#test/trip-factories.ts'
import { openWithdrawalsApp, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { sendWithdrawals } from './send-withdrawals.ts'
import { UNDO_MS } from './undo-window.ts'
import { findOpenDisputesOf } from './withdrawals.queries.ts'

let shop: WithdrawalsApp
let team: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp()
  await aRoadNetwork(shop.deps)
  team = await aUser(shop.deps, { roles: ['support'] })
})

/** All steps, frequent ones several times, so that random orders reach late states. */
const STEPS = [
  ...Array.from({ length: 4 }, () => ({ op: 'ask' }) as const),
  ...Array.from({ length: 6 }, () => ({ op: 'approve' }) as const),
  ...Array.from({ length: 4 }, () => ({ op: 'send' }) as const),
  ...Array.from({ length: 2 }, () => ({ op: 'file' }) as const),
  ...[true, false].map((paid) => ({ op: 'settle', paid }) as const),
  ...[true, false].map((paid) => ({ op: 'tell', paid }) as const),
  ...[1, 30].map((hours) => ({ op: 'wait', hours }) as const),
  { op: 'topUp' },
  { op: 'void' },
  { op: 'dispute' },
  { op: 'decide', driver: false },
  { op: 'takeBack' },
] as const
type Step = (typeof STEPS)[number]

/** `fare`: the fare that a passenger can dispute. */
type World = { driver: EarningDriver; fare: Fare; topUps: string[] }
type Row = { id: string; status: string; reference: string }

const rowsOf = ({ driver }: World): Promise<Row[]> =>
  shop.deps.db
    .selectFrom('withdrawals')
    .select(['id', 'status', 'reference'])
    .where('user_id', '=', driver.userId)
    .orderBy('id')
    .execute()

async function tellGateway(transactionId: string, status: 'APPROVED' | 'VOIDED'): Promise<void> {
  shop.wompi.settle(transactionId, status)
  await shop.wompi.post(shop.wompi.eventBody(transactionId))
  await shop.runRecurring('payments.reconcile', 'withdrawals.send', 'bookings.advance-due')
}

/** Both members of finance make the same call; a refusal of one of them is ignored. */
async function byBoth(path: string, body: object): Promise<void> {
  for (const by of shop.finance) await shop.post(by, path, body)
}

async function tellBoth(id: string, paid: boolean): Promise<void> {
  const [jorge, marta] = shop.finance
  const body = { outcome: paid ? 'paid' : 'failed', note: 'Banco: 998877' }
  await shop.post(jorge, `/admin/withdrawals/${id}/result`, body)
  await shop.post(marta, `/admin/withdrawals/${id}/confirm`, { agree: true })
}

async function takeBackLast(): Promise<void> {
  const { body } = await shop.get(shop.finance[0], '/admin/payout-batches')
  const { items } = body as unknown as { items: { id: string }[] }
  if (items[0]) await byBoth(`/admin/payout-batches/${items[0].id}/take-back`, { agree: true })
}

async function topUp(world: World): Promise<void> {
  const reference = await shop.topUp(world.driver, 120_000)
  const transactionId = shop.payer(reference, 120_000, { delivery: 'none', method: 'PSE' })
  await tellGateway(transactionId, 'APPROVED')
  world.topUps.push(transactionId)
}

/** Requests two thirds of the withdrawable sum, but at least 20,000 pesos, which can be refused. */
async function ask({ driver }: World): Promise<void> {
  const { body } = await shop.get(driver, '/withdrawals')
  const { withdrawable } = (body as unknown as { sum: WithdrawalSum }).sum
  const amount = Math.max(20_000, Math.round((withdrawable * 2) / 3))
  const { status } = await shop.ask(driver, amount)
  expect(status === 201).toBe(amount <= withdrawable)
}

async function settle(rows: readonly Row[], paid: boolean): Promise<void> {
  for (const { reference } of rows) {
    const payout = shop.payouts.payouts(reference).at(-1)
    if (payout?.status !== 'PENDING') continue
    shop.payouts.settle(String(payout.id), paid ? 'APPROVED' : 'FAILED')
    return await shop.settlePayouts()
  }
}

async function perform(world: World, step: Step): Promise<void> {
  const { fare, topUps } = world
  const rows = await rowsOf(world)
  const inState = (status: string) => rows.find((row) => row.status === status)?.id
  if (step.op === 'wait') shop.clock.advance(step.hours * HOUR_MS)
  else if (step.op === 'topUp') await topUp(world)
  else if (step.op === 'ask') await ask(world)
  else if (step.op === 'approve') {
    const id = inState('requested')
    if (id) await byBoth(`/admin/withdrawals/${id}/approve`, {})
    shop.clock.advance(UNDO_MS)
  } else if (step.op === 'void') {
    const paid = topUps.pop()
    if (paid) await tellGateway(paid, 'VOIDED')
    if (paid) await expectNothingUnsent(world)
  } else if (step.op === 'dispute') {
    const statement = 'Yo no viajé: anotaron mi código y se fueron.'
    await shop.post(fare.passenger, `/bookings/${fare.bookingId}/dispute`, { statement })
  } else if (step.op === 'decide') {
    const path = `/admin/disputes/${fare.bookingId}/resolve`
    await hearDriver(shop.deps.databaseUrl, fare.bookingId)
    await shop.post(team, path, { outcome: 'passenger', note: 'Revisamos los registros.' })
  } else if (step.op === 'send') await sendWithdrawals(shop.deps)
  else if (step.op === 'file') await shop.post(shop.finance[0], '/admin/payout-batches', {})
  else if (step.op === 'takeBack') await takeBackLast()
  else if (step.op === 'settle') await settle(rows, step.paid)
  else {
    const id = inState('sent')
    if (id) await tellBoth(id, step.paid)
  }
}

async function expectNothingUnsent(world: World): Promise<void> {
  const open = (await rowsOf(world)).filter(({ status }) =>
    ['requested', 'approved'].includes(status),
  )
  expect(open).toEqual([])
}

const NOT_HANDED_OVER = ['requested', 'approved', 'cancelled', 'rejected']

/** Whether the person can be paid now. */
async function mayLeave({ driver: { userId } }: World): Promise<boolean> {
  const owes = (await findDebt(shop.deps.db, userId)) > 0
  return !owes && !(await findOpenDisputesOf(shop.deps.db, [userId])).has(userId)
}

async function checked(world: World, step: Step): Promise<void> {
  const before = new Map((await rowsOf(world)).map(({ id, status }) => [id, status]))
  const may = await mayLeave(world)
  await perform(world, step)
  for (const { id, status, reference } of await rowsOf(world)) {
    const wasKept = before.get(id) === 'approved'
    if (wasKept && !NOT_HANDED_OVER.includes(status)) expect(may).toBe(true)
    expect(shop.payouts.payouts(reference).length).toBeLessThanOrEqual(1)
  }
  const { available } = await walletTotals(shop.deps.db, world.driver.userId)
  const debt = await findDebt(shop.deps.db, world.driver.userId)
  expect(Math.min(available, debt)).toBe(0)
}

it('hands no money over while a debt or dispute is open, in random step orders', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...STEPS], { minLength: STEPS.length }),
      async (steps) => {
        const driver = await anEarningDriver(shop)
        const fare = await anEarnedFare(shop, driver, { method: 'PSE' })
        await aFundedWallet(shop.deps, driver.userId, 200_000, matured(shop.clock.now()))
        const world: World = { driver, fare, topUps: [] }
        for (const step of steps) await checked(world, step)
      },
    ),
    { numRuns: 8 },
  )
  await shop.assertSound()
  const found = await findMismatches(shop.deps)
  expect(found.filter(({ check }) => ['withdrawals', 'payouts'].includes(check))).toEqual([])
}, 180_000)
