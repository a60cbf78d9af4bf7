// Two actions on one withdrawal on parallel connections, in both orders.
import { beforeAll, expect, it } from 'vitest'
import { type PaidOut, payoutPort } from '#server/modules/bank/payouts/index.ts'
import { handOver } from '#server/modules/money/withdrawals/hand-over.ts'
import { findSending } from '#server/modules/money/withdrawals/sendings.queries.ts'
import { settlePayout } from '#server/modules/money/withdrawals/settle-payout.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { assert } from '#server/platform/errors.ts'
import {
  act,
  aWithdrawalIn,
  JOBS,
  makeOld,
  openWithdrawalWorld,
  rowOf,
  stateOf,
  type World,
} from '#test/withdrawal-states.ts'
import { type Action, codeOf, stateAfter, TRANSITIONS } from '#test/withdrawal-table.ts'
import { type Holder, openHolder } from './in-order.ts'

let world: World
let holder: Holder

beforeAll(async () => {
  world = await openWithdrawalWorld({ poolSize: 8 })
  holder = await openHolder(world.shop.deps.databaseUrl)
})

/** Runs calls on a withdrawal in parallel, the first one ahead. */
const inOrder = <T>(id: string, calls: readonly (() => Promise<T>)[]) =>
  holder.inOrder('select from withdrawals where id = $1 for no key update', [id], calls)

/** Actions that change a withdrawal in a state. */
const movesOf = (state: string) =>
  [...(TRANSITIONS.get(state)?.keys() ?? [])].filter(
    (action) => ![undefined, state].includes(stateAfter(state, action)),
  )

/** Once it was handed over, the job finds the payout in these ways as with `send`. */
const ALIKE: readonly Action[] = ['loseAnswer', 'refusal', 'blind', 'pends']

/** All ordered pairs; two runs of the job meet the same gateway. */
function pairsOf(state: string): (readonly [Action, Action])[] {
  const moves = movesOf(state).filter((action) => state === 'approved' || !ALIKE.includes(action))
  return moves.flatMap((first) =>
    moves
      .filter((second) => first === second || !JOBS.includes(first) || !JOBS.includes(second))
      .map((second) => [first, second] as const),
  )
}

/** Withdrawals whose money returned and that the gateway pays after all: integrity reports them. */
const paidAfterReturn: string[] = []

/** News are noted in two transactions: between them the other news may come first. */
const NEWS: readonly Action[] = ['succeeds', 'fails']

/** Whether the first action approved: for 30 seconds nothing leaves, and the owner can cancel. */
const isJustApproved = (state: string, first: Action) =>
  ['jorge', 'marta'].includes(first) && stateAfter(state, first) === 'approved'

/** States in which both actions may leave a withdrawal. */
function endsOf(state: string, first: Action, second: Action): string[] {
  if (isJustApproved(state, first) && second === 'cancel') return ['cancelled']
  if (isJustApproved(state, first) && second === 'file') return ['approved']
  const after = (one: Action, other: Action) => {
    const between = stateAfter(state, one) ?? state
    return stateAfter(between, other) ?? between
  }
  const ends = [after(first, second)]
  // The job reads the state before it locks the row, and leaves a row that changed meanwhile.
  if (JOBS.includes(second)) ends.push(stateAfter(state, first) ?? state)
  if (NEWS.includes(first) && NEWS.includes(second)) ends.push(after(second, first))
  return ends
}

function codeAfter(state: string, first: Action, second: Action): string | null {
  if (isJustApproved(state, first) && second === 'cancel') return null
  if (first === 'back' && second === 'back') return 'payout_batch_taken_back'
  return codeOf(stateAfter(state, first) ?? state, second)
}

/** A withdrawal ends once, and waits for two people only while nobody knows how it ended. */
async function expectOneEnd(id: string, end: string): Promise<void> {
  const { rows } = await holder.query(
    `select (select count(*)::int from withdrawal_events where withdrawal_id = w.id
         and event in ('paid', 'failed', 'rejected', 'cancelled')) as ends,
       (select count(*)::int from payment_cases where reference = w.reference
         and kind = 'payout_unanswered' and closed_at is null) as cases,
       closed_at is not null as closed
     from withdrawals w where id = $1`,
    [id],
  )
  const [{ closed }] = rows
  const isLost = !closed && /^(lost|hidden)/.test(end)
  expect(rows).toEqual([{ ends: closed ? 1 : 0, cases: isLost ? 1 : 0, closed }])
}

async function race(state: string, [first, second]: readonly [Action, Action]): Promise<void> {
  const id = await aWithdrawalIn(world, state)
  if (first === 'late' || second === 'late') await makeOld(world, id)
  const codes = await inOrder(
    id,
    [first, second].map((action) => () => act(world, id, action)),
  )
  const end = stateOf(await rowOf(world, id))
  const expected = [first, second, null, codeAfter(state, first, second)]
  expect([first, second, ...codes]).toEqual(expected)
  expect(endsOf(state, first, second), `${first}, then ${second}`).toContain(end)
  await expectOneEnd(id, end)
  const isFound = JOBS.includes(second) || second === 'succeeds'
  if (end === 'failed:lost' && isFound) paidAfterReturn.push(`withdrawal ${id}`)
}

it.each([
  ...['requested', 'seconded', 'approved', 'sending', 'lost', 'lost:failed', 'sent'],
  ...['filed', 'filed:paid'],
])('lets the first of two parallel actions act on a withdrawal that is %s', async (state) => {
  for (const pair of pairsOf(state)) await race(state, pair)
})

/** The gateway refuses the first try, of which another process knows nothing. */
async function refuseFirstTry(id: string): Promise<null> {
  const { deps, payouts } = world.shop
  const [port, sending] = [payoutPort(deps), await findSending(deps.db, id)]
  assert(port && sending, 'a try')
  payouts.setFault('refused')
  const done = handOver(deps, port, sending)
  return await done.then(() => null)
}

it.each([
  ['fails when the gateway refuses its first try before another one', 'failed', false],
  ['stays open when the gateway refuses its first try after another one', 'sending', true],
] as const)('%s', async (_, end, isLast) => {
  const id = await aWithdrawalIn(world, 'sending')
  const { reference } = await rowOf(world, id)
  const { payouts } = world.shop
  // What was refused is unknown to the gateway, with its key.
  for (const one of payouts.payouts(reference)) payouts.forget(one.id)
  const calls = [() => refuseFirstTry(id), () => act(world, id, 'send')]
  await inOrder(id, isLast ? calls.toReversed() : calls)
  expect(stateOf(await rowOf(world, id))).toBe(end)
  expect(payouts.payouts(reference)).toEqual([])
})

it('opens no case when the gateway answers while the job finds nothing', async () => {
  const id = await aWithdrawalIn(world, 'sending')
  await makeOld(world, id)
  const { deps, payouts } = world.shop
  const { reference, amountPesos } = await rowOf(world, id)
  const answer: PaidOut = {
    ...{ transactionId: `tx-${reference}`, payoutId: null, reference, alone: true },
    ...{ amountInCents: amountPesos * 100, status: 'approved', told: 'APPROVED' },
    ...{ failure: null, at: null },
  }
  const calls = [() => settlePayout(deps, answer), () => act(world, id, 'late')]
  await inOrder<unknown>(id, calls)
  expect(payouts.payouts(reference)).toHaveLength(1)
  expect(await rowOf(world, id)).toMatchObject({ status: 'paid', unansweredAt: null })
  await expectOneEnd(id, 'paid')
})

it('agrees with the ledger after every pair of parallel actions', async () => {
  await world.shop.assertSound()
  const found = (await findMismatches(world.shop.deps)).filter(({ check }) =>
    ['withdrawals', 'payouts'].includes(check),
  )
  expect(found.map(({ check }) => check)).toEqual(['withdrawals'])
  expect(found[0]?.subjects.toSorted()).toEqual(paidAfterReturn.toSorted())
})
