import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { WithdrawalStatus } from '#contract/withdrawals.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { asOwner, openAsOwner } from '#test/db.ts'
import { aUser } from '#test/factories.ts'
import {
  act,
  aWithdrawalIn,
  openWithdrawalWorld,
  rowOf,
  stateOf,
  type World,
  waysTo,
} from '#test/withdrawal-states.ts'
import { type Action, codeOf, stateAfter, TRANSITIONS } from '#test/withdrawal-table.ts'

let world: World

beforeAll(async () => {
  world = await openWithdrawalWorld()
})

/** Withdrawals that the gateway paid after their money had returned: integrity reports them. */
const paidAfterReturn: string[] = []

/** What an action without effect leaves as it is; news of the gateway are noted anyway. */
async function traceOf(id: string): Promise<unknown> {
  const { shop, saver } = world
  const { rows } = await sql<object>`
    select to_jsonb(w) - array['next_check_at', 'checks', 'sent_at'] as row,
      (select count(*) from withdrawal_events e where e.withdrawal_id = w.id) as steps,
      (select count(*) from notifications n where n.user_id = w.user_id
        and n.kind like 'withdrawal%') as told,
      (select count(*) from ledger_transfers t where t.cause_id = w.id::text) as moved
    from withdrawals w where w.id = ${id}`.execute(shop.deps.db)
  const { reference } = await rowOf(world, id)
  return { ...rows[0], payouts: shop.payouts.payouts(reference).length, owner: saver.userId }
}

async function casesOf(id: string): Promise<string[]> {
  const { reference } = await rowOf(world, id)
  const { rows } = await sql<{ kind: string }>`
    select kind from payment_cases where reference = ${reference} and kind like 'payout%'
      and closed_at is null order by opened_at, id`.execute(world.shop.deps.db)
  return rows.map(({ kind }) => kind)
}

function actionsOf(state: string): { stays: Action[]; moves: Action[] } {
  const actions = [...(TRANSITIONS.get(state)?.keys() ?? [])]
  const tried = actions.filter((action) => stateAfter(state, action) !== undefined)
  const moves = tried.filter((action) => stateAfter(state, action) !== state)
  return { stays: tried.filter((action) => !moves.includes(action)), moves }
}

it('finds a way to every state of a withdrawal', () => {
  expect([...waysTo().keys()].sort()).toEqual([...TRANSITIONS.keys()].sort())
})

it.each([...TRANSITIONS.keys()])(
  'does or refuses each action on a withdrawal that is %s',
  async (state) => {
    const { stays, moves } = actionsOf(state)
    const still = await aWithdrawalIn(world, state)
    if (['failed', 'failed:lost'].includes(state)) paidAfterReturn.push(`withdrawal ${still}`)
    for (const action of stays) {
      const before = [await traceOf(still), await casesOf(still)]
      const code = await act(world, still, action)
      const isCase = TRANSITIONS.get(state)?.get(action) === 'case'
      const cases = await casesOf(still)
      expect([action, code]).toEqual([action, codeOf(state, action)])
      expect([action, await traceOf(still)]).toEqual([action, before[0]])
      expect([action, isCase ? cases.length > 0 : cases]).toEqual([action, isCase || before[1]])
    }
    for (const action of moves) {
      const id = await aWithdrawalIn(world, state)
      expect([action, await act(world, id, action)]).toEqual([action, null])
      expect([action, stateOf(await rowOf(world, id))]).toEqual([action, stateAfter(state, action)])
    }
  },
)

it('agrees with the ledger after every action in every state', async () => {
  await world.shop.assertSound()
  const found = (await findMismatches(world.shop.deps)).filter(({ check }) =>
    ['withdrawals', 'payouts'].includes(check),
  )
  expect(found.map(({ check }) => check)).toEqual(['withdrawals'])
  expect(found[0]?.subjects.toSorted()).toEqual(paidAfterReturn.toSorted())
})

const STEPS: Record<string, readonly string[]> = {
  requested: ['approved', 'rejected', 'cancelled'],
  approved: ['sending', 'sent', 'rejected', 'cancelled'],
  sending: ['approved', 'sent', 'paid', 'failed'],
  sent: ['paid', 'failed'],
}

/** Sets the columns that a status needs, so that only the order of the steps can refuse it. */
const columnsOf = (status: string) => sql`
  status = ${status}::text,
  channel = case when ${status} in ('sending', 'sent', 'paid', 'failed') then 'gateway' end,
  sent_at = case when ${status} in ('sending', 'sent', 'paid', 'failed') then now() end,
  closed_at = case when ${status} in ('paid', 'failed', 'rejected', 'cancelled') then now() end,
  reason = 'Por la prueba.',
  rejected_by = case when ${status} = 'rejected' then first_by end`

it('allows in the database the steps of a withdrawal in their order, and no other', async () => {
  const db = openAsOwner(world.shop.deps.databaseUrl)
  const id = await aWithdrawalIn(world, 'approved')
  const allowed: string[] = []
  for (const from of WithdrawalStatus.options) {
    for (const to of WithdrawalStatus.options.filter((status) => status !== from)) {
      const step = db.transaction().execute(async (tx) => {
        await sql`alter table withdrawals disable trigger withdrawals_steps`.execute(tx)
        await sql`update withdrawals set ${columnsOf(from)} where id = ${id}`.execute(tx)
        await sql`alter table withdrawals enable trigger withdrawals_steps`.execute(tx)
        await sql`update withdrawals set ${columnsOf(to)} where id = ${id}`.execute(tx)
        throw new Error('undone')
      })
      const why = await step.catch((error: Error) => error.message)
      if (why === 'undone') allowed.push(`${from} → ${to}`)
      else expect(why).toBe(`withdrawal ${id}: ${from} does not become ${to}`)
    }
  }
  expect(allowed).toEqual(
    WithdrawalStatus.options.flatMap((from) => (STEPS[from] ?? []).map((to) => `${from} → ${to}`)),
  )
})

it.each([
  ['that one person took back', 'filed', false],
  ['with a result', 'filed:paid', true],
])('refuses in the database to approve again a file %s', async (_, state, isConfirmed) => {
  const id = await aWithdrawalIn(world, state)
  const { batchId } = await rowOf(world, id)
  const [jorge, marta] = world.shop.finance
  const { databaseUrl } = world.shop.deps
  const say = `update payout_batches set taken_back_by = $2, taken_back_at = now(),
    taken_back_confirmed_by = $3, taken_back_confirmed_at = $4 where id = $1`
  const by = isConfirmed ? [marta.userId, new Date()] : [null, null]
  await asOwner(databaseUrl, say, [batchId, jorge.userId, ...by])
  const back = `update withdrawals set status = 'approved', channel = null, batch_id = null,
    sent_at = null, result = null, result_note = null, result_by = null, result_at = null
    where id = $1`
  await expect(asOwner(databaseUrl, back, [id])).rejects.toThrow('sent does not become approved')
})

it.each([
  ['its first approver', 'approved', 'first_by = $2'],
  ['its second approver', 'paired', 'second_by = $2'],
  ['the need for two people', 'pair', 'two_people = $2::uuid is null'],
  ['who pays it', 'sent', "channel = 'bank_file', batch_id = $3"],
])('refuses in the database to change %s', async (_, state, set) => {
  const id = await aWithdrawalIn(world, state === 'paired' ? 'seconded' : state)
  if (state === 'paired') await act(world, id, 'marta')
  const batchId = (await rowOf(world, await aWithdrawalIn(world, 'filed'))).batchId
  const { userId } = await aUser(world.shop.deps)
  const change = asOwner(
    world.shop.deps.databaseUrl,
    `update withdrawals set ${set} where id = $1 and $2::uuid is not null and $3::uuid is not null`,
    [id, userId, batchId],
  )
  await expect(change).rejects.toThrow('does not become')
})
