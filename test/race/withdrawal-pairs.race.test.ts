// Two actions on one withdrawal on parallel connections. A third session holds the row until both
// wait for it, so that the first one to come is the first one to act, on any machine.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMismatches } from '#server/domains/office/integrity/integrity.public.ts'
import {
  type Action,
  act,
  aWithdrawalIn,
  codeOf,
  JOBS,
  makeOld,
  openWithdrawalWorld,
  rowOf,
  stateAfter,
  stateOf,
  TRANSITIONS,
  type World,
} from '#test/withdrawal-states.ts'

let world: World
/** Holds the row of the withdrawal. */
let holder: pg.Client
/** Counts the connections that wait. */
let witness: pg.Client

beforeAll(async () => {
  world = await openWithdrawalWorld({ poolSize: 8 })
  const connectionString = world.shop.deps.databaseUrl
  holder = new pg.Client({ connectionString })
  witness = new pg.Client({ connectionString })
  await Promise.all([holder.connect(), witness.connect()])
})

afterAll(async () => void (await Promise.all([holder.end(), witness.end()])))

async function waiting(): Promise<number> {
  const { rows } = await witness.query(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].n
}

/** Both actions in parallel, the first one ahead; their error codes. */
async function together(id: string, first: Action, second: Action): Promise<(string | null)[]> {
  await holder.query('begin')
  await holder.query('select from withdrawals where id = $1 for no key update', [id])
  const calls = []
  for (const [before, action] of [first, second].entries()) {
    calls.push(act(world, id, action))
    await expect.poll(waiting, { timeout: 6_000, interval: 2 }).toBe(before + 1)
  }
  await holder.query('rollback')
  return await Promise.all(calls)
}

/** Actions that change a withdrawal in a state. */
const movesOf = (state: string) =>
  [...(TRANSITIONS.get(state)?.keys() ?? [])].filter(
    (action) => ![undefined, state].includes(stateAfter(state, action)),
  )

/** After the hand-over the job finds the payout, or does not, whatever sending does. */
const ALIKE: readonly Action[] = ['loseAnswer', 'refusal', 'blind']

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
const NEWS: readonly Action[] = ['succeeds', 'fails', 'pends']

/** States in which both actions may leave a withdrawal. */
function endsOf(state: string, first: Action, second: Action): string[] {
  const inOrder = (one: Action, other: Action) => {
    const between = stateAfter(state, one) ?? state
    return stateAfter(between, other) ?? between
  }
  const ends = [inOrder(first, second)]
  // The job reads the state before it locks the row, and leaves a row that changed meanwhile.
  if (JOBS.includes(second)) ends.push(stateAfter(state, first) ?? state)
  if (NEWS.includes(first) && NEWS.includes(second)) ends.push(inOrder(second, first))
  return ends
}

function codeAfter(state: string, first: Action, second: Action): string | null {
  if (first === 'back' && second === 'back') return 'payout_batch_taken_back'
  return codeOf(stateAfter(state, first) ?? state, second)
}

async function race(state: string, [first, second]: readonly [Action, Action]): Promise<void> {
  const id = await aWithdrawalIn(world, state)
  if (first === 'late' || second === 'late') await makeOld(world, id)
  const codes = await together(id, first, second)
  const end = stateOf(await rowOf(world, id))
  const expected = [first, second, null, codeAfter(state, first, second)]
  expect([first, second, ...codes]).toEqual(expected)
  expect(endsOf(state, first, second), `${first}, then ${second}`).toContain(end)
  const isFound = JOBS.includes(second) || second === 'succeeds' || second === 'pends'
  if (end === 'failed:lost' && isFound) paidAfterReturn.push(`withdrawal ${id}`)
}

it.each([
  ...['requested', 'seconded', 'approved', 'sending', 'lost', 'lost:failed', 'sent'],
  ...['filed', 'filed:paid'],
])('lets the first of two parallel actions act on a withdrawal that is %s', async (state) => {
  for (const pair of pairsOf(state)) await race(state, pair)
})

it('agrees with the ledger after every pair of parallel actions', async () => {
  await world.shop.assertSound()
  const found = await findMismatches(world.shop.deps)
  expect(found.filter(({ check }) => ['withdrawals', 'payouts'].includes(check))).toEqual([
    { check: 'withdrawals', subjects: paidAfterReturn },
  ])
})
