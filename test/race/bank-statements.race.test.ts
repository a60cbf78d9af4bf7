// Statements of the bank on parallel connections. A third session holds back what they write until
// both have read the withdrawals.
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bogotaDate } from '#server/platform/clock.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { openWithdrawalsApp, type WithdrawalsApp } from '#test/withdrawal-factories.ts'

let shop: WithdrawalsApp
let holder: pg.Client
let witness: pg.Client
let third: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp({ poolSize: 8 })
  third = await aUser(shop.deps, { roles: ['finance'] })
  const connectionString = shop.deps.databaseUrl
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

/** Runs the calls in parallel; each has read before the first one writes. */
async function together<T>(calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  await holder.query('begin')
  await holder.query('lock table payout_matches in share mode')
  const running: Promise<T>[] = []
  for (const call of calls) {
    running.push(call())
    await expect.poll(waiting, { timeout: 6_000, interval: 5 }).toBe(running.length)
  }
  await holder.query('rollback')
  return await Promise.all(running)
}

/** A withdrawal in a file for the bank, with the result that Jorge told and Marta confirmed. */
async function paidByHand() {
  const [jorge, marta] = shop.finance
  const withdrawal = await shop.approved(await shop.aSaver(), 50_000)
  await shop.post(jorge, '/admin/payout-batches', {})
  const path = `/admin/withdrawals/${withdrawal.id}`
  await shop.post(jorge, `${path}/result`, { outcome: 'paid', note: 'Lote 4411 del banco' })
  await shop.post(marta, `${path}/confirm`, { agree: true })
  return withdrawal
}

async function upload(who: TestUser, lines: readonly string[]) {
  const day = bogotaDate(shop.clock.now())
  const rows = lines.map((line) => `${day},${line}`)
  const answer = await postForm(shop.app, '/admin/reconciliations/statements', {
    token: await freshToken(shop.deps, who),
    fields: { fromDay: day, untilDay: day },
    file: { bytes: Buffer.from(['fecha,referencia,valor', ...rows].join('\n')) },
  })
  return (answer.json() as { statement: { matched: number; opened: number } }).statement
}

async function openCases(reference: string): Promise<string[]> {
  const { rows } = await witness.query(
    'select kind from payment_cases where reference = $1 and closed_at is null',
    [reference],
  )
  return rows.map(({ kind }) => kind)
}

it('opens one case when two statements show two payments of one withdrawal', async () => {
  const [, marta] = shop.finance
  const { reference } = await paidByHand()
  const [first, second] = await together([
    () => upload(marta, [`PAGO ${reference},-50000`]),
    () => upload(third, [`OTRO PAGO ${reference},-50000`]),
  ])
  expect(first).toMatchObject({ matched: 1, opened: 0 })
  expect(second).toMatchObject({ matched: 0, opened: 1 })
  expect(await openCases(reference)).toEqual(['reconcile_payout_duplicate'])
})

it('matches once and opens no case when one statement is uploaded twice', async () => {
  const [, marta] = shop.finance
  const { reference } = await paidByHand()
  const line = `PAGO ${reference},-50000`
  const both = await together([marta, third].map((who) => () => upload(who, [line])))
  expect(both).toMatchObject([1, 2].map(() => ({ matched: 1, opened: 0 })))
  expect(await openCases(reference)).toEqual([])
})
