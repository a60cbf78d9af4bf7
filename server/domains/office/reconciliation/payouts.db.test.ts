import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendWithdrawals } from '#server/domains/money/withdrawals/send-withdrawals.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { insertMatch } from './payout-records.queries.ts'
import { findResidues } from './residue.ts'

let shop: WithdrawalsApp
let saver: Saver
let finance: TestUser
let second: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp()
  ;[finance, second] = shop.finance
})

beforeEach(async () => {
  // What an earlier test paid is in none of the days that are compared.
  shop.clock.advance(10 * DAY_MS)
  await shop.deps.db.deleteFrom('payment_cases').execute()
  saver = await shop.aSaver()
})

const NOTE = 'Comparado con el tablero de pagos a terceros.'

const days = () => ({
  fromDay: bogotaDate(addMs(shop.clock.now(), -9 * DAY_MS)),
  untilDay: bogotaDate(shop.clock.now()),
})

/** Approved and handed over; what the provider has of it. */
async function sent(amount = 50_000) {
  const withdrawal = await shop.approved(saver, amount)
  await sendWithdrawals(shop.deps)
  const [payout] = shop.payouts.payouts(withdrawal.reference)
  if (!payout) throw new Error('nothing was handed over')
  return { ...withdrawal, payoutId: payout.id }
}

async function paid(amount = 50_000) {
  const withdrawal = await sent(amount)
  shop.payouts.settle(withdrawal.payoutId, 'APPROVED')
  await shop.settlePayouts()
  return withdrawal
}

/** Compares now; top-ups of the factories are given by the demonstration, and are left out. */
async function run() {
  shop.clock.advance(3 * HOUR_MS)
  const { body } = await shop.post(finance, '/admin/reconciliations', days())
  return (body as unknown as { run: { opened: number; payouts: number } }).run
}

type Case = {
  id: string
  kind: string
  reference: string
  applies: boolean
  can: { propose: boolean }
}

async function open(): Promise<Case[]> {
  const { body } = await shop.get(finance, '/payments/cases?status=open')
  return (body as unknown as { items: Case[] }).items
}

/** Differences that were found; the regular jobs open cases of their own. */
const found = async () => (await open()).filter(({ kind }) => kind.startsWith('reconcile_'))
const kinds = async () => (await found()).map(({ kind }) => kind).sort()

const matches = async (id: string) =>
  await shop.deps.db
    .selectFrom('payout_matches')
    .select(['line', 'statement_id'])
    .where('withdrawal_id', '=', id)
    .execute()

describe("the provider's list", () => {
  it('shows what was paid, on one line each, and nothing to decide', async () => {
    const { id, payoutId } = await paid()
    await sent(30_000)
    expect(await run()).toMatchObject({ opened: 0, payouts: expect.any(Number) })
    expect(await matches(id)).toEqual([{ line: payoutId, statement_id: null }])
    expect(await run()).toMatchObject({ opened: 0 })
  })

  it('has an end that we never heard of: two people apply it', async () => {
    const { id, reference, payoutId } = await sent()
    shop.payouts.settle(payoutId, 'APPROVED')
    expect(await run()).toMatchObject({ opened: 1 })
    const [one] = await found()
    expect(one).toMatchObject({ kind: 'reconcile_payout_missing', reference })
    const decide = (act: string, who: TestUser) =>
      shop.post(who, `/admin/reconciliations/${one?.id}/${act}`, { note: NOTE })
    expect((await decide('propose', saver)).body.code).toBe('forbidden')
    await decide('propose', finance)
    expect((await decide('confirm', finance)).body.code).toBe('payment_case_same_person')
    expect((await shop.withdrawal(id)).status).toBe('sent')
    expect((await decide('confirm', second)).body).toEqual({ outcomes: ['paid'] })
    expect((await shop.withdrawal(id)).status).toBe('paid')
    expect(await shop.balance(saver)).toBe(950_000)
    await shop.assertSound()
  })

  it('has payments that we did not ask for, a second one, and another amount', async () => {
    const { reference } = await paid()
    shop.payouts.add({ reference, pesos: 50_000, status: 'APPROVED' })
    shop.payouts.add({ reference, pesos: 51_000, status: 'APPROVED' })
    shop.payouts.add({ reference: 'OTRA-COSA-1', pesos: 70_000, status: 'PENDING' })
    shop.payouts.add({ reference: 'OTRA-COSA-2', pesos: 70_000, status: 'FAILED' })
    await run()
    expect(await kinds()).toEqual([
      'reconcile_payout_amount',
      'reconcile_payout_duplicate',
      'reconcile_payout_unknown',
    ])
    expect((await found()).every(({ can, applies }) => can.propose && !applies)).toBe(true)
    expect(await run()).toMatchObject({ opened: 0 })
  })

  it('says that the bank returned what it had paid, and paid what we returned', async () => {
    const first = await paid()
    const other = await sent(30_000)
    shop.payouts.settle(other.payoutId, 'FAILED')
    await shop.settlePayouts()
    shop.payouts.settle(first.payoutId, 'FAILED')
    shop.payouts.settle(other.payoutId, 'APPROVED')
    await run()
    expect(await kinds()).toEqual(['reconcile_payout_repaid', 'reconcile_payout_returned'])
    expect(await shop.balance(saver)).toBe(950_000)
  })

  it('lacks what we call paid', async () => {
    const { id, payoutId } = await paid()
    shop.payouts.forget(payoutId)
    await run()
    expect(await kinds()).toEqual(['reconcile_payout_absent'])
    expect(await matches(id)).toEqual([])
  })

  it('waits while the provider does not answer, and says so on demand', async () => {
    shop.payouts.setFault('away')
    const answer = await shop.post(finance, '/admin/reconciliations', days())
    expect(answer.body.code).toBe('gateway_unavailable')
    shop.payouts.setFault('none')
  })
})

// covers: C91
describe('a statement of the bank', () => {
  /** Taken into a file, and said by two people to be paid, as the bank says. */
  async function byHand(outcome: 'paid' | 'failed' | null = 'paid') {
    const withdrawal = await shop.approved(await shop.aSaver(), 50_000)
    await shop.post(finance, '/admin/payout-batches', {}, { 'idempotency-key': withdrawal.id })
    if (outcome === null) return withdrawal
    const path = `/admin/withdrawals/${withdrawal.id}`
    await shop.post(finance, `${path}/result`, { outcome, note: 'Lote 4411 del banco' })
    await shop.post(second, `${path}/confirm`, { agree: true })
    return withdrawal
  }

  /** Not by who said first that it was paid. */
  async function upload(lines: string[], who = second) {
    const answer = await postForm(shop.app, '/admin/reconciliations/statements', {
      token: await freshToken(shop.deps, who),
      fields: days(),
      file: { bytes: Buffer.from(['fecha,referencia,valor', ...lines].join('\n')) },
    })
    return answer.json() as {
      code: string
      statement: { lines: number; matched: number; opened: number }
    }
  }

  it('matches what was paid by hand, also before two people have said so', async () => {
    const one = await byHand()
    const waiting = await byHand(null)
    const day = days().untilDay
    const lines = [`${day},${one.reference},-50000`, `${day},${waiting.reference},-50000`]
    const expected = { lines: 2, matched: 2, opened: 0 }
    expect(await upload(lines)).toMatchObject({ statement: expected })
    expect(await matches(one.id)).toMatchObject([{ line: expect.stringMatching(/^bank:/) }])
    expect(await upload(lines)).toMatchObject({ statement: { opened: 0 } })
    const { body } = await shop.get(finance, '/admin/reconciliations')
    expect(body).toMatchObject({ statements: [{ uploadedBy: 'Marta R.' }, expected] })
  })

  it('differs: absent, another amount, twice, returned, paid after a return, unknown', async () => {
    const absent = await byHand()
    const dear = await byHand()
    const twice = await byHand()
    const back = await byHand()
    const failed = await byHand('failed')
    const day = days().untilDay
    const statement = [
      `${day},${dear.reference},-50001`,
      `${day},${twice.reference},-50000`,
      `${day},${twice.reference},-50000`,
      `${day},${back.reference},-50000`,
      `${day},DEVOLUCION ${back.reference},50000`,
      `${day},${failed.reference},-50000`,
      `${day},PAGO A UN PRIMO,-90000`,
    ]
    const counted = { lines: 7, matched: 2, opened: 6 }
    expect(await upload(statement)).toMatchObject({ statement: counted })
    expect(await upload(statement)).toMatchObject({ statement: { ...counted, opened: 0 } })
    const lines = (await found()).map(({ kind, reference }) => `${kind} ${reference}`).sort()
    expect(lines).toEqual(
      [
        `reconcile_payout_absent ${absent.reference}`,
        `reconcile_payout_amount ${dear.reference}`,
        `reconcile_payout_duplicate ${twice.reference}`,
        `reconcile_payout_repaid ${failed.reference}`,
        `reconcile_payout_returned ${back.reference}`,
        'reconcile_payout_unknown null',
      ].sort(),
    )
  })

  // covers: C246
  it('is not taken from who said that a withdrawal was paid', async () => {
    const { id, reference } = await byHand()
    const line = `${days().untilDay},${reference},-50000`
    expect((await upload([line], finance)).code).toBe('bank_statement_own')
    expect(await matches(id)).toEqual([])
  })

  it('is written in the transaction of its matches: a match alone is refused', async () => {
    const { id } = await byHand()
    const alone = { withdrawalId: id, line: 'bank:x', statementId: newId(), now: shop.clock.now() }
    const written = inTransaction(shop.deps.db, (tx) => insertMatch(tx, alone))
    await expect(written).rejects.toMatchObject({ code: '23503' })
    expect(await matches(id)).toEqual([])
  })

  it('is not taken with a payment of another day than was stated', async () => {
    const { reference } = await byHand()
    const late = bogotaDate(addMs(shop.clock.now(), 400 * DAY_MS))
    expect((await upload([`${late},${reference},-50000`])).code).toBe('bank_statement_days')
  })

  it('is for finance, and must be one', async () => {
    const support = await aUser(shop.deps, { roles: ['support'] })
    expect((await upload([], support)).code).toBe('forbidden')
    expect((await upload(['ayer,nada,poco'])).code).toBe('bank_statement_unreadable')
  })
})

it('withdrawals that nobody has shown to arrive for a day are an alarm and a case', async () => {
  const before = await payoutsResidue()
  await paid()
  await sent(30_000)
  expect(await payoutsResidue()).toBe(before)
  shop.clock.advance(DAY_MS + HOUR_MS)
  expect(await payoutsResidue()).toBe(before + 80_000)
  await run()
  expect(await payoutsResidue()).toBe(before + 30_000)
})

async function payoutsResidue(): Promise<number> {
  const found = await findResidues(shop.deps)
  return found.find(({ account }) => account === 'payouts')?.pesos ?? 0
}
