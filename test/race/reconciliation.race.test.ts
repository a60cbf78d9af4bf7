// Statements of the bank, and decisions on differences, on parallel connections.
import { beforeAll, expect, it } from 'vitest'
import { openCase } from '#server/modules/bank/ledger/index.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { openWithdrawalsApp, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { type Holder, openHolder } from './in-order.ts'

let shop: WithdrawalsApp
let holder: Holder
let third: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp({ poolSize: 8 })
  third = await aUser(shop.deps, { roles: ['finance'] })
  holder = await openHolder(shop.deps.databaseUrl)
})

/** Statements have read the withdrawals when they wait for this; then both go on. */
const MATCHES = 'lock table payout_matches in share mode'

/** A withdrawal in a file for the bank, with the result that Jorge told and Marta confirmed. */
async function paidByHand() {
  const [jorge, marta] = shop.finance
  const withdrawal = await shop.approved(await shop.aSaver(), 50_000)
  await shop.post(jorge, '/admin/payout-batches', {})
  const path = `/admin/withdrawals/${withdrawal.id}`
  await shop.post(jorge, `${path}/result`, { outcome: 'paid', note: 'Lote 4411 del banco' })
  await shop.post(marta, `${path}/confirm`, { agree: true })
  // A statement is compared two hours after its last day.
  shop.clock.advance(26 * HOUR_MS)
  return withdrawal
}

async function upload(who: TestUser, lines: readonly string[]) {
  const day = bogotaDate(addMs(shop.clock.now(), -DAY_MS))
  const rows = lines.map((line) => `${day},${line}`)
  const answer = await postForm(shop.app, '/admin/reconciliations/statements', {
    token: await freshToken(shop.deps, who),
    fields: { fromDay: day, untilDay: day },
    file: { bytes: Buffer.from(['fecha,referencia,valor', ...rows].join('\n')) },
  })
  return (answer.json() as { statement: { matched: number; opened: number } }).statement
}

async function openCases(reference: string): Promise<string[]> {
  const { rows } = await holder.query(
    'select kind from payment_cases where reference = $1 and closed_at is null',
    [reference],
  )
  return rows.map(({ kind }) => kind)
}

it('opens one case when two statements show two payments of one withdrawal', async () => {
  const [, marta] = shop.finance
  const { reference } = await paidByHand()
  const both = await holder.inOrder(
    MATCHES,
    [],
    [
      () => upload(marta, [`PAGO ${reference},-50000`]),
      () => upload(third, [`OTRO PAGO ${reference},-50000`]),
    ],
  )
  expect(both.map(({ matched, opened }) => [matched, opened]).sort()).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(await openCases(reference)).toEqual(['reconcile_payout_duplicate'])
})

it('matches once and opens no case when one statement is uploaded twice', async () => {
  const [, marta] = shop.finance
  const { reference } = await paidByHand()
  const line = `PAGO ${reference},-50000`
  const both = await holder.inOrder(
    MATCHES,
    [],
    [marta, third].map((who) => () => upload(who, [line])),
  )
  expect(both).toMatchObject([1, 2].map(() => ({ matched: 1, opened: 0 })))
  expect(await openCases(reference)).toEqual([])
})

const HELD = 'select from payment_cases where id = $1 for no key update'
const NOTE = 'Comparado con el tablero de la pasarela.'

/** A difference that the gateway cannot settle, and what the two people of finance do about it. */
async function aDifference(isProposed: boolean) {
  const id = newId()
  const { deps } = shop
  await inTransaction(deps.db, (tx) =>
    openCase(tx, {
      ...{ kind: 'reconcile_amount', reference: null, transactionId: id, details: {} },
      now: deps.clock.now(),
    }),
  )
  const { rows } = await holder.query('select id from payment_cases where transaction_id = $1', [
    id,
  ])
  const caseId: string = rows[0].id
  const [jorge, marta] = shop.finance
  const decide = (act: string, who: TestUser) => async () => {
    const { body } = await shop.post(who, `/admin/reconciliations/${caseId}/${act}`, { note: NOTE })
    return body.code ?? 'ok'
  }
  const actions = {
    propose: decide('propose', jorge),
    other: decide('propose', marta),
    refuse: decide('refuse', jorge),
    confirm: decide('confirm', marta),
    third: decide('confirm', third),
  }
  if (isProposed) await actions.propose()
  return {
    caseId,
    held: `select from payment_cases where id = '${caseId}' for no key update`,
    actions,
  }
}

it.each([
  ['propose', 'other', 'open', ['ok', 'payment_case_proposed']],
  ['propose', 'propose', 'open', ['ok', 'ok']],
  ['propose', 'confirm', 'open', ['ok', 'ok']],
  ['confirm', 'propose', 'open', ['payment_case_not_proposed', 'ok']],
  ['refuse', 'confirm', 'proposed', ['ok', 'payment_case_not_proposed']],
  ['refuse', 'refuse', 'proposed', ['ok', 'payment_case_not_proposed']],
  ['refuse', 'other', 'proposed', ['ok', 'ok']],
] as const)('lets "%s" act before a parallel "%s" on a difference that is %s', async (...given) => {
  const [first, second, state, codes] = given
  const { caseId, actions } = await aDifference(state === 'proposed')
  expect(await holder.inOrder(HELD, [caseId], [actions[first], actions[second]])).toEqual(codes)
})

it('keeps a confirmation when a parallel refusal of the same difference comes second', async () => {
  const { caseId, actions } = await aDifference(true)
  const codes = await holder.inOrder(HELD, [caseId], [actions.confirm, actions.refuse])
  // A confirmation is two transactions: the refusal comes between them or after both.
  expect([
    ['ok', 'payment_case_proposed'],
    ['ok', 'payment_case_resolved'],
  ]).toContainEqual(codes)
})

it('closes a difference once when two people confirm it in parallel', async () => {
  const { caseId, actions } = await aDifference(true)
  const codes = await holder.inOrder(HELD, [caseId], [actions.confirm, actions.third])
  expect(codes.sort()).toEqual(['ok', 'payment_case_resolved'])
  const { rows } = await holder.query(
    'select action from staff_actions where subject_id = $1 order by at, id',
    [caseId],
  )
  const steps = ['proposed', 'confirmed', 'applied'].map((step) => `payment_case.${step}`)
  expect(rows.map(({ action }) => action)).toEqual(steps)
})
