// 1,000 histories of a withdrawal with a gateway that fails in every known way, asked by one or two
// processes: the gateway has at most one payout, and money is never both paid and returned.
import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createPayoutsSandbox,
  PAYOUTS_MOUNT,
  type PayoutControl,
} from '#sandbox/wompi/payouts-sandbox.ts'
import { payoutPort } from '#server/modules/bank/payouts/index.ts'
import { destinationOf, sealDestination } from '#server/modules/money/withdrawals/destination.ts'
import { advanceWithdrawal } from '#server/modules/money/withdrawals/send-withdrawals.ts'
import { holdMoney } from '#server/modules/money/withdrawals/withdrawal-money.ts'
import {
  approveRow,
  insertWithdrawal,
} from '#server/modules/money/withdrawals/withdrawals.queries.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { newId } from '#server/platform/ids.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { TEST_NOW } from '#test/deps.ts'
import { ALL_RUNS } from '#test/property-budget.ts'
import {
  BANK_ACCOUNT,
  openWithdrawalsApp,
  type Saver,
  type WithdrawalsApp,
} from '#test/withdrawal-factories.ts'
import { fixedClock } from '../fixed-clock.ts'

/** With all runs of a property; without, as many as fit into its time. */
const HISTORIES = 1_000
/** Histories run in parallel lanes, each with its own gateway and clock. */
const LANES = 4
const PESOS = 20_000
/** Start of each history: people's money is old enough to be withdrawn. */
const START = addMs(TEST_NOW, 60 * DAY_MS)

const FAULTS = [
  ...(['none', 'away', 'silent', 'lost', 'cut', 'blind'] as const),
  ...(['no_funds', 'refused', 'locked', 'idle'] as const),
]
const run = fc.record({
  do: fc.constant('run' as const),
  fault: fc.constantFrom(...FAULTS),
  /** Processes that work on the withdrawal in parallel, as when the lease of one has ended. */
  processes: fc.constantFrom(1, 1, 1, 1, 2),
  /** Whether withdrawals are switched on. */
  isOn: fc.constantFrom(true, true, true, false),
})
const wait = fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 9, 21, 30) })
const swap = fc.record({ do: fc.constant('swap' as const) })
const end = fc.record({
  do: fc.constant('end' as const),
  as: fc.constantFrom('APPROVED', 'FAILED', 'REJECTED', 'NOT_APPROVED', 'AFE_ON_HOLD'),
})
const step = fc.oneof(
  { weight: 6, arbitrary: run },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: swap },
  { weight: 1, arbitrary: end },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Run = Extract<Step, { do: 'run' }>

let shop: WithdrawalsApp
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  shop = await openWithdrawalsApp({ poolSize: 8 })
})

afterAll(async () => {
  for (const close of closing) await close()
})

type Lane = {
  saver: Saver
  deps: Deps
  clock: ReturnType<typeof fixedClock>
  gateway: PayoutControl
}

async function openLane(): Promise<Lane> {
  const saver = await shop.aSaver((HISTORIES / LANES + 200) * PESOS)
  const clock = fixedClock(START)
  const { payouts: keys } = shop.deps.secrets
  if (!keys) throw new Error('keys of the sandbox')
  const sandbox = createPayoutsSandbox({ keys, webhookUrl: 'http://127.0.0.1:9/', clock })
  sandbox.control.addPrincipal({ ...keys, principalId: 'another-principal' })
  const server = Fastify()
  await server.register(sandbox.plugin)
  const origin = await server.listen({ port: 0, host: '127.0.0.1' })
  closing.push(async () => {
    await server.close()
    sandbox.close()
  })
  const urls = { ...shop.deps.urls, payouts: `${origin}${PAYOUTS_MOUNT}` }
  return { saver, clock, gateway: sandbox.control, deps: { ...shop.deps, clock, urls } }
}

/** Creates a withdrawal approved by finance, with its money held. */
async function anApproved({ saver, deps }: Lane): Promise<{ id: string; reference: string }> {
  const id = newId()
  const { userId, accountId } = saver
  const now = deps.clock.now()
  const reference = `CUPO-W-${id.replaceAll('-', '').slice(-20).toUpperCase()}`
  const destination = destinationOf({ ...BANK_ACCOUNT } as never, 'Elena Cano')
  const sealed = sealDestination(deps.secrets, 'withdrawals', id, destination)
  await inTransaction(deps.db, async (tx) => {
    const row = { id, userId, accountId, reference, pesos: PESOS, sealed, twoPeople: false, now }
    await insertWithdrawal(tx, row)
    await holdMoney(tx, { id, userId, pesos: PESOS, now })
    const by = shop.finance[0].userId
    await approveRow(tx, { id, by, second: false, approved: true, now, leavesAt: now })
  })
  return { id, reference }
}

async function play(lane: Lane, steps: readonly Step[]): Promise<void> {
  const { clock, gateway, deps } = lane
  clock.set(START)
  const { id, reference } = await anApproved(lane)
  const { payouts: own } = deps.secrets
  let isSwapped = false
  async function advance({ fault, processes, isOn }: Omit<Run, 'do'>): Promise<void> {
    gateway.setFault(fault)
    const before = gateway.payouts(reference).length
    await Promise.all(Array.from({ length: processes }, () => advanceOnce(isOn)))
    if (!isOn) expect(gateway.payouts(reference)).toHaveLength(before)
  }
  async function advanceOnce(handsOver: boolean): Promise<void> {
    const payouts = isSwapped && own ? { ...own, principalId: 'another-principal' } : own
    // Each history has its own circuit breaker, so that its failures do not affect another one.
    const metrics = createMetrics({ process: false })
    const now = { ...deps, metrics, secrets: { ...deps.secrets, payouts } } as Deps
    const port = payoutPort(now)
    if (port) await advanceWithdrawal(now, port, { id, handsOver })
  }
  for (const each of steps) {
    if (each.do === 'run') await advance(each)
    else if (each.do === 'wait') clock.advance(each.hours * HOUR_MS)
    else if (each.do === 'swap') isSwapped = !isSwapped
    else finish(gateway, reference, each.as)
  }
  isSwapped = false
  for (let hour = 0; hour < 2; hour += 1) {
    clock.advance(HOUR_MS)
    await advance({ fault: 'none', processes: 1, isOn: true })
  }
  await check(gateway, { id, reference })
}

/** Sets the final result of a pending payout, as the bank or an approver does. */
function finish(gateway: PayoutControl, reference: string, as: string): void {
  const [payout] = gateway.payouts(reference)
  if (payout?.status !== 'PENDING' || payout.batch_status !== null) return
  if (as === 'APPROVED' || as === 'FAILED') gateway.settle(payout.id, as)
  else gateway.setBatch(payout.payout_id, as)
}

async function check(gateway: PayoutControl, { id, reference }: { id: string; reference: string }) {
  const made = gateway.payouts(reference)
  expect(made.length).toBeLessThanOrEqual(1)
  const { status } = await shop.withdrawal(id)
  const [payout] = made
  const isDead = ['REJECTED', 'NOT_APPROVED'].includes(payout?.batch_status ?? '')
  const mayBePaid = payout !== undefined && payout.status !== 'FAILED' && !isDead
  if (mayBePaid) expect(status).not.toBe('failed')
  if (payout?.status !== 'APPROVED') expect(status).not.toBe('paid')
}

it('pays a withdrawal at most once in random histories of faults', async () => {
  const lanes: Lane[] = []
  for (let lane = 0; lane < LANES; lane += 1) lanes.push(await openLane())
  await Promise.all(
    lanes.map((lane) =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), (steps) =>
          play(lane, steps),
        ),
        { numRuns: HISTORIES / LANES, endOnFailure: true },
      ),
    ),
  )
  const found = await findMismatches(shop.deps)
  expect(found.filter(({ check: name }) => ['withdrawals', 'payouts'].includes(name))).toEqual([])
  if (!ALL_RUNS) return
  // Checks that some histories reached a payment.
  const paid = await shop.deps.db
    .selectFrom('withdrawals')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  expect(paid.map(({ status }) => status)).toEqual(
    expect.arrayContaining(['failed', 'paid', 'sending', 'sent']),
  )
})
