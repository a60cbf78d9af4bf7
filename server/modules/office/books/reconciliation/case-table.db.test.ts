import { beforeAll, expect, it } from 'vitest'
import { markConfirmed, openCase } from '#server/modules/bank/ledger/index.ts'
import { resolveCase } from '#server/modules/money/payments/finance/resolve-case.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { confirmProposal, proposeCase, refuseProposal } from './decide-case.ts'

/**
 * Rows: states of a difference. Columns: actions. A state: the action leads there. `.`: accepted
 * without effect. Else: the end of the error code (with `!` where a state has the same word), and
 * nothing is written. `confirmed`: confirmed, and interrupted before it was closed. Jorge proposes,
 * and confirms his own proposal (`own`); everything else is Marta's. `alone` closes without a
 * proposal.
 */
const TABLE: Record<State, Record<Action, string>> = {
  open: row('proposed proposed not_proposed not_proposed not_proposed two_people'),
  proposed: row('. proposed! open same_person closed proposed!'),
  confirmed: row('. proposed! proposed! same_person closed proposed!'),
  closed: row('resolved resolved resolved resolved resolved resolved'),
}

type State = 'open' | 'proposed' | 'confirmed' | 'closed'
type Action = 'propose' | 'other' | 'refuse' | 'own' | 'confirm' | 'alone'

function row(cells: string): Record<Action, string> {
  const [propose = '', other = '', refuse = '', own = '', confirm = '', alone = ''] =
    cells.split(' ')
  return { propose, other, refuse, own, confirm, alone }
}

const NOTE = 'Comparado con el tablero de la pasarela.'

let deps: TestDeps
let jorge: TestUser
let marta: TestUser

beforeAll(async () => {
  deps = await testDeps()
  jorge = await aUser(deps, { roles: ['finance'] })
  marta = await aUser(deps, { roles: ['finance'] })
})

const ACTIONS: Record<Action, (caseId: string) => Promise<unknown>> = {
  propose: (caseId) => proposeCase(deps, jorge, { caseId, note: NOTE }),
  other: (caseId) => proposeCase(deps, marta, { caseId, note: NOTE }),
  refuse: (caseId) => refuseProposal(deps, marta, { caseId, note: NOTE }),
  own: (caseId) => confirmProposal(deps, jorge, { caseId, note: NOTE }),
  confirm: (caseId) => confirmProposal(deps, marta, { caseId, note: NOTE }),
  alone: (caseId) => resolveCase(deps, marta, { caseId, note: 'Ya lo miré yo.' }),
}

/** A difference that the gateway cannot settle: two people accept it. */
async function aCaseIn(state: State): Promise<string> {
  const transactionId = newId()
  const now = deps.clock.now()
  const found = { kind: 'reconcile_amount', reference: null, transactionId, details: {} } as const
  await inTransaction(deps.db, (tx) => openCase(tx, { ...found, now }))
  const find = 'select id from payment_cases where transaction_id = $1'
  const { id } = (await asOwner(deps.databaseUrl, find, [transactionId])).rows[0]
  if (state === 'open') return id
  await ACTIONS.propose(id)
  if (state === 'closed') await ACTIONS.confirm(id)
  if (state === 'confirmed') {
    await inTransaction(deps.db, (tx) => markConfirmed(tx, { id, confirmedBy: marta.userId }))
  }
  return id
}

async function traceOf(id: string) {
  const { rows } = await asOwner(
    deps.databaseUrl,
    `select c.*, (select count(*) from staff_actions a where a.subject_id = c.id::text) as steps
     from payment_cases c where id = $1`,
    [id],
  )
  return rows[0]
}

function stateOf(found: { [column: string]: unknown }): State {
  if (found.closed_at) return 'closed'
  if (found.confirmed_by) return 'confirmed'
  return found.proposed_by ? 'proposed' : 'open'
}

const refusal = (act: Promise<unknown>) =>
  act.then(
    () => null,
    (error) => (error instanceof AppError ? error.code : error),
  )

const STATES = Object.keys(TABLE) as State[]
const PAIRS = STATES.flatMap((state) =>
  (Object.keys(ACTIONS) as Action[]).map((action) => [action, state] as const),
)

it.each(PAIRS)('does or refuses "%s" on a difference that is %s', async (action, state) => {
  const cell = TABLE[state][action]
  const id = await aCaseIn(state)
  const before = await traceOf(id)
  const code = await refusal(ACTIONS[action](id))
  const after = await traceOf(id)
  if (STATES.includes(cell as State)) {
    expect([code, stateOf(after)]).toEqual([null, cell])
    expect(Number(after.steps)).toBeGreaterThan(Number(before.steps))
  } else {
    expect(code).toBe(cell === '.' ? null : `payment_case_${cell.replace('!', '')}`)
    expect(after).toEqual(before)
  }
})
