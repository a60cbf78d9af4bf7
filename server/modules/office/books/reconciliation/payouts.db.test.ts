import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendWithdrawals } from '#server/modules/money/withdrawals/send-withdrawals.ts'
import { addMs, bogotaDate, DAY_MS, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { aUser, freshToken, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { openWithdrawalsApp, type Saver, type WithdrawalsApp } from '#test/withdrawal-factories.ts'
import { insertMatches } from './payout-records.queries.ts'
import { alarmResidue, findResidues } from './residue.ts'

let shop: WithdrawalsApp
let saver: Saver
let finance: TestUser
let second: TestUser

beforeAll(async () => {
  shop = await openWithdrawalsApp()
  ;[finance, second] = shop.finance
})

beforeEach(async () => {
  // Moves the clock, so that payments of earlier tests are outside of the compared days.
  shop.clock.advance(10 * DAY_MS)
  await shop.deps.db.deleteFrom('payment_cases').execute()
  saver = await shop.aSaver()
})

const NOTE = 'Comparado con el tablero de pagos a terceros.'

const days = () => ({
  fromDay: bogotaDate(addMs(shop.clock.now(), -9 * DAY_MS)),
  untilDay: bogotaDate(shop.clock.now()),
})

/** Creates an approved withdrawal that was handed over to the provider. */
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

/** Runs a comparison. Top-ups of the factories belong to the demonstration and are left out. */
async function run() {
  shop.clock.advance(3 * HOUR_MS)
  return await compare()
}

async function compare() {
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

/** Lists open cases of differences, without the cases that regular jobs open. */
const found = async () => (await open()).filter(({ kind }) => kind.startsWith('reconcile_'))
const kinds = async () => (await found()).map(({ kind }) => kind).sort()

const matches = async (id: string) =>
  await shop.deps.db
    .selectFrom('payout_matches as m')
    .innerJoin('payout_proofs as p', 'p.withdrawal_id', 'm.withdrawal_id')
    .select(['m.line', 'p.statement_id'])
    .where('m.withdrawal_id', '=', id)
    .execute()

describe("the provider's list", () => {
  it('matches each paid withdrawal to one line of the provider, without a difference', async () => {
    const { id, payoutId } = await paid()
    await sent(30_000)
    expect(await run()).toMatchObject({ opened: 0, payouts: expect.any(Number) })
    expect(await matches(id)).toEqual([{ line: payoutId, statement_id: null }])
    expect(await run()).toMatchObject({ opened: 0 })
  })

  it('opens a case for a payout with an unknown result, which two people then apply', async () => {
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

  it('opens cases for payments without a withdrawal, duplicates and other amounts', async () => {
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

  it('opens cases for payments that the bank returned, or made after our refund', async () => {
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

  it('closes the case of a returned withdrawal only once two people recorded it', async () => {
    const { id, payoutId } = await paid()
    shop.payouts.settle(payoutId, 'FAILED')
    await run()
    const [one] = await found()
    expect(one).toMatchObject({ kind: 'reconcile_payout_returned', can: { propose: false } })
    const path = `/admin/reconciliations/${one?.id}/propose`
    expect((await shop.post(finance, path, { note: NOTE })).body.code).toBe(
      'payment_case_not_applicable',
    )
    const told = { bankReference: 'NC-4411', reason: 'La cuenta está cancelada.' }
    await shop.post(finance, `/admin/withdrawals/${id}/return`, told)
    await shop.post(second, `/admin/withdrawals/${id}/return/confirm`, { agree: true })
    expect(await kinds()).toEqual([])
    expect(await shop.balance(saver)).toBe(1_000_000)
  })

  it('opens a case for a paid withdrawal that the provider does not list', async () => {
    const { id, payoutId } = await paid()
    shop.payouts.forget(payoutId)
    await run()
    expect(await kinds()).toEqual(['reconcile_payout_absent'])
    expect(await matches(id)).toEqual([])
  })

  it('opens no case for a withdrawal that was paid within the last two hours', async () => {
    const { id } = await paid()
    shop.clock.advance(HOUR_MS)
    expect((await compare()).opened).toBe(0)
    expect(await kinds()).toEqual([])
    expect(await run()).toMatchObject({ opened: 0 })
    expect(await matches(id)).toHaveLength(1)
  })

  it('opens no case while the line of a paid withdrawal changed within two hours', async () => {
    const { payoutId } = await paid()
    shop.clock.advance(3 * HOUR_MS)
    shop.payouts.settle(payoutId, 'APPROVED')
    expect((await compare()).opened).toBe(0)
  })

  it('closes a case with a note when the next comparison lists the payment', async () => {
    const { reference, payoutId } = await paid()
    shop.payouts.forget(payoutId)
    await run()
    expect(await kinds()).toEqual(['reconcile_payout_absent'])
    await run()
    expect(await kinds()).toEqual(['reconcile_payout_absent'])
    shop.payouts.add({ reference, pesos: 50_000, status: 'APPROVED' })
    expect(await run()).toMatchObject({ opened: 0 })
    expect(await kinds()).toEqual([])
    const { body } = await shop.get(finance, '/payments/cases?status=resolved')
    expect(body).toMatchObject({
      items: [{ kind: 'reconcile_payout_absent', resolvedBy: null, note: expect.any(String) }],
    })
  })

  it('refuses a comparison while the provider does not answer', async () => {
    shop.payouts.setFault('away')
    const answer = await shop.post(finance, '/admin/reconciliations', days())
    expect(answer.body.code).toBe('gateway_unavailable')
    shop.payouts.setFault('none')
  })
})

describe('a statement of the bank', () => {
  /** Creates a withdrawal in a bank file, whose result two people have entered. */
  async function byHand(outcome: 'paid' | 'failed' | null = 'paid') {
    const withdrawal = await shop.approved(await shop.aSaver(), 50_000)
    await shop.post(finance, '/admin/payout-batches', {}, { 'idempotency-key': withdrawal.id })
    if (outcome === null) return withdrawal
    const path = `/admin/withdrawals/${withdrawal.id}`
    await shop.post(finance, `${path}/result`, { outcome, note: 'Lote 4411 del banco' })
    await shop.post(second, `${path}/confirm`, { agree: true })
    return withdrawal
  }

  it('stays due for the day of a payment and that of its return by the bank', async () => {
    const { id } = await byHand()
    const paidOn = bogotaDate(shop.clock.now())
    shop.clock.advance(2 * DAY_MS)
    const path = `/admin/withdrawals/${id}/return`
    await shop.post(finance, path, { bankReference: `MOV ${id}`, reason: 'La cuenta no existe.' })
    expect((await shop.post(second, `${path}/confirm`, { agree: true })).status).toBe(200)
    const returnedOn = bogotaDate(shop.clock.now())
    shop.clock.advance(DAY_MS)
    const { body } = await shop.get(finance, '/admin/reconciliations/days')
    const { days } = body as unknown as { days: { day: string }[] }
    const of = (day: string) => days.find((each) => each.day === day)
    expect(of(paidOn)).toMatchObject({ withdrawals: 1, needsBank: true })
    expect(of(returnedOn)).toMatchObject({ withdrawals: 0, needsBank: true })
  })

  /** Uploads a statement as a person who did not enter the results. */
  async function upload(lines: string[], who = second, untilDay?: string) {
    // The statement is compared at noon of the next day.
    const tomorrow = bogotaDate(addMs(shop.clock.now(), DAY_MS))
    shop.clock.set(addMs(startOfBogotaDate(tomorrow), 12 * HOUR_MS))
    const yesterday = bogotaDate(addMs(shop.clock.now(), -DAY_MS))
    const answer = await postForm(shop.app, '/admin/reconciliations/statements', {
      token: await freshToken(shop.deps, who),
      fields: { ...days(), untilDay: untilDay ?? yesterday },
      file: { bytes: Buffer.from(['fecha,referencia,valor', ...lines].join('\n')) },
    })
    return answer.json() as {
      code: string
      statement: { lines: number; matched: number; opened: number }
    }
  }

  it('matches payments by hand with a bank statement, confirmed or not', async () => {
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

  it('opens a case for each kind of difference to a bank statement', async () => {
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

  it('refuses a bank statement from the person who entered the result of a payment', async () => {
    const { id, reference } = await byHand()
    const line = `${days().untilDay},${reference},-50000`
    expect((await upload([line], finance)).code).toBe('bank_statement_own')
    expect(await matches(id)).toEqual([])
  })

  it("counts a colleague's statement after the first uploader entered the result", async () => {
    const { id, reference } = await byHand(null)
    const lines = [`${days().untilDay},${reference},-50000`]
    const colleague = await aUser(shop.deps, { roles: ['finance'] })
    await upload(lines)
    const path = `/admin/withdrawals/${id}`
    await shop.post(second, `${path}/result`, { outcome: 'paid', note: 'Lote 4411 del banco' })
    await shop.post(finance, `${path}/confirm`, { agree: true })
    shop.clock.advance(HOUR_MS)
    expect(await upload(lines, colleague)).toMatchObject({ statement: { matched: 1, opened: 0 } })
    expect(await found()).toEqual([])
    expect(await upload([], colleague)).toMatchObject({ statement: { opened: 0 } })
    expect(await found()).toEqual([])
  })

  it('rejects in the database a match of a bank statement without its statement', async () => {
    const { id } = await byHand()
    const source = { statementId: newId(), now: shop.clock.now() }
    const written = inTransaction(shop.deps.db, (tx) =>
      insertMatches(tx, [{ withdrawalId: id, line: 'bank:x' }], source),
    )
    await expect(written).rejects.toMatchObject({ code: '23503' })
    expect(await matches(id)).toEqual([])
  })

  it('refuses a bank statement of a day that has not ended two hours ago', async () => {
    const { reference } = await byHand()
    const today = bogotaDate(addMs(shop.clock.now(), DAY_MS))
    expect((await upload([], second, today)).code).toBe('bank_statement_running_day')
    expect(await found()).toEqual([])
    await upload([])
    expect(await found()).toMatchObject([{ kind: 'reconcile_payout_absent', reference }])
  })

  it('refuses a bank statement with payments outside of the stated days', async () => {
    const { reference } = await byHand()
    const late = bogotaDate(addMs(shop.clock.now(), 400 * DAY_MS))
    expect((await upload([`${late},${reference},-50000`])).code).toBe('bank_statement_days')
  })

  it('refuses an unreadable bank statement, or one from outside finance', async () => {
    const support = await aUser(shop.deps, { roles: ['support'] })
    expect((await upload([], support)).code).toBe('forbidden')
    expect((await upload(['ayer,nada,poco'])).code).toBe('bank_statement_unreadable')
  })
})

it('counts withdrawals without a proof of arrival for a day as residue', async () => {
  const before = await payoutsResidue()
  await paid()
  await sent(30_000)
  expect(await payoutsResidue()).toBe(before)
  shop.clock.advance(DAY_MS + HOUR_MS)
  expect(await payoutsResidue()).toBe(before + 80_000)
  await alarmResidue(shop.deps)
  await run()
  expect(await payoutsResidue()).toBe(before + 30_000)
  expect((await open()).map(({ kind }) => kind)).toContain('payouts_residue')
})

async function payoutsResidue(): Promise<number> {
  const found = await findResidues(shop.deps)
  return found.find(({ account }) => account === 'payouts')?.pesos ?? 0
}
