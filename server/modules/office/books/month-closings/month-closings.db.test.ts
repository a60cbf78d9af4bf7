import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ClosedMonth, NextMonth, SignedMonth } from '#contract/month-closings.ts'
import { chainBatches, openCase } from '#server/modules/bank/ledger/index.ts'
import { bogotaDate, HOUR_MS, startOfBogotaDate } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { anApprovedTopUp, aUser, freshToken, type TestUser } from '#test/factories.ts'
import { fixedClock } from '#test/fixed-clock.ts'
import { runCommand } from '#test/run-command.ts'
import { openPaymentsApp, type PaymentsApp } from '#test/wompi.ts'
import { instantsOfMonth } from './month.ts'
import { ACCOUNT_NAMES } from './show-months.ts'
import { signReport } from './signature.ts'
import { verifyMonth, verifyStoredMonths } from './verify-month.ts'

let shop: PaymentsApp
let finance: TestUser
let ana: TestUser

// The tests depend on their order: months follow each other.
beforeAll(async () => {
  shop = await openPaymentsApp()
  finance = await aUser(shop.deps, { firstName: 'Jorge', lastName: 'Salazar', roles: ['finance'] })
  ana = await aUser(shop.deps)
})

async function list() {
  const { body } = await shop.get(finance, '/admin/months')
  return body as unknown as { months: ClosedMonth[]; next: NextMonth | null }
}

const close = async (month: string, who = finance) =>
  (await shop.post(who, '/admin/months', { month })) as unknown as {
    status: number
    body: { code: string; closed: ClosedMonth }
  }

async function signed(month: string): Promise<SignedMonth> {
  const { body } = await shop.get(finance, `/admin/months/${month}`)
  return body as unknown as SignedMonth
}

/** Writes a credit now, with `at` as its date. */
const topUpAt = (at: Date, pesos: number) =>
  anApprovedTopUp({ db: shop.deps.db, clock: fixedClock(at) }, ana.userId, pesos)

/** Marks a month as compared, as a run at this number of hours after its end does. */
async function compared(month: string, hours = 2): Promise<void> {
  const { endsAt } = instantsOfMonth(month)
  const ranAt = new Date(endsAt.getTime() + hours * HOUR_MS)
  await shop.deps.db
    .insertInto('reconciliations')
    .values({
      id: newId(),
      from_day: `${month}-01`,
      until_day: bogotaDate(new Date(endsAt.getTime() - HOUR_MS)),
      started_at: ranAt,
      ended_at: ranAt,
      transactions: 0,
      opened: 0,
    })
    .execute()
}

const toEndOf = (month: string) => {
  shop.clock.set(new Date(instantsOfMonth(month).endsAt.getTime() + 2 * HOUR_MS))
}

const at = (day: string) => new Date(startOfBogotaDate(day).getTime() + 12 * HOUR_MS)

describe('a month', () => {
  it('offers no month to close before the first movement, then waits for its end', async () => {
    expect(await list()).toEqual({ months: [], next: null })
    await topUpAt(at('2026-11-10'), 70_000)
    await topUpAt(at('2026-11-30'), 30_000)
    await topUpAt(at('2026-12-02'), 5_000)
    const { next } = await list()
    expect(next).toMatchObject({ month: '2026-11', openCases: 0 })
    expect(next?.blocks).toContain('month_not_over')
    expect((await close('2026-11')).body.code).toBe('month_not_over')
    expect((await close('2026-12')).body.code).toBe('month_not_next')
  })

  it('refuses a month with an open case, a day not compared or an incomplete chain', async () => {
    toEndOf('2026-11')
    const opened = { reference: null, transactionId: 'tx-1' }
    const now = at('2026-12-01')
    const details = {}
    // A debt waits until its person has money again, and does not block a month.
    for (const kind of ['reconcile_absent', 'reversal_uncovered', 'fare_uncovered'] as const) {
      await inTransaction(shop.deps.db, (tx) => openCase(tx, { ...opened, kind, details, now }))
    }
    const blocks = ['month_cases_open', 'month_not_compared', 'month_not_chained']
    expect((await list()).next).toMatchObject({ blocks, openCases: 1 })
    expect((await close('2026-11')).body.code).toBe('month_cases_open')
    await shop.deps.db.updateTable('payment_cases').set({ closed_at: now }).execute()
    expect((await close('2026-11')).body.code).toBe('month_not_compared')
    // Its last hours were too young to be judged.
    await compared('2026-11', 1)
    expect((await close('2026-11')).body.code).toBe('month_not_compared')
    await compared('2026-11')
    expect((await close('2026-11')).body.code).toBe('month_not_chained')
    await chainBatches(shop.deps, { everything: true })
    const support = await aUser(shop.deps, { roles: ['support'] })
    expect((await close('2026-11', support)).body.code).toBe('forbidden')
    expect((await list()).next?.blocks).toEqual([])
  })

  it('closes a month once, and puts later movements into the next report', async () => {
    const { body } = await close('2026-11')
    expect(body.closed).toMatchObject({ month: '2026-11', totals: { topUps: 100_000, held: 0 } })
    // Written after the report, but dated within its month.
    await topUpAt(at('2026-11-29'), 1_000)
    await chainBatches(shop.deps, { everything: true })
    expect((await close('2026-11')).body).toEqual(body)
    toEndOf('2026-12')
    await compared('2026-12')
    expect((await close('2026-12')).body.closed.totals.topUps).toBe(6_000)
    const [november, december] = [await signed('2026-11'), await signed('2026-12')]
    expect(november.report.ledger).toMatchObject({ movements: 2, late: 0 })
    expect(december.report.ledger).toMatchObject({ movements: 2, late: 1 })
    const wallets = ({ report }: SignedMonth) =>
      report.classes.find(({ name }) => name === 'wallet')
    expect(wallets(november)).toMatchObject({ opening: 0, into: 100_000, closing: 100_000 })
    expect(wallets(december)).toMatchObject({ opening: 100_000, closing: 106_000 })
    expect(await verifyStoredMonths(shop.deps)).toMatchObject([
      { month: '2026-11', findings: [] },
      { month: '2026-12', findings: [] },
    ])
  })

  it('keeps the sums of reports equal to the ledger, and the sum of classes at zero', async () => {
    const reports = [await signed('2026-11'), await signed('2026-12')].map(({ report }) => report)
    for (const { classes } of reports) {
      expect(classes.reduce((sum, { closing }) => sum + closing, 0)).toBe(0)
      expect(classes.reduce((sum, { into, out }) => sum + into - out, 0)).toBe(0)
    }
    const moved = reports.flatMap(({ codes }) => codes).reduce((sum, one) => sum + one.amount, 0)
    const { rows } = await asOwner(
      shop.deps.databaseUrl,
      `select sum(amount)::int as all from ledger_transfers where kind in ('transfer', 'post')`,
    )
    expect(rows).toEqual([{ all: moved }])
  })
})

describe('a signed report', () => {
  it('verifies a signed report without a database, and rejects a changed one', async () => {
    const file = await signed('2026-11')
    expect(await verifyMonth(undefined, file, { trusted: [file.keyId] })).toEqual([])
    expect(await verifyMonth(undefined, file, { trusted: ['00000000'] })).toHaveLength(1)
    const report = { ...file.report, totals: { ...file.report.totals, topUps: 99_000 } }
    const wrong = ['the signature does not fit the report']
    expect(await verifyMonth(undefined, { ...file, report })).toEqual(wrong)
    expect(await verifyMonth(undefined, { ...file, report: { ...file.report, more: 1 } })).toEqual(
      wrong,
    )
    expect(await verifyMonth(undefined, { ...file, keyId: '00000000' })).toEqual(wrong)
    expect(await verifyMonth(undefined, {})).toEqual(['this is no report of a month'])
  })

  it('rejects a signature of the same key for another purpose, such as a ticket', async () => {
    const file = await signed('2026-11')
    const bare = sign(null, Buffer.from(JSON.stringify(file.report)), shop.deps.secrets.ticketKey)
    expect(await verifyMonth(undefined, { ...file, signature: bare.toString('base64') })).toEqual([
      'the signature does not fit the report',
    ])
  })

  it('reports differences between a report signed by another key and the ledger', async () => {
    const { report } = await signed('2026-11')
    const { privateKey } = generateKeyPairSync('ed25519')
    const other = signReport(privateKey, {
      ...report,
      totals: { ...report.totals, topUps: 99_000 },
      ledger: { ...report.ledger, chain: { ...report.ledger.chain, hash: '0'.repeat(64) } },
    })
    const file = {
      report: JSON.parse(other.report),
      signature: other.signature.toString('base64'),
      keyId: other.keyId,
      publicKey: other.publicKey.toString('base64'),
    }
    expect(await verifyMonth(shop.deps, file)).toEqual([
      'another report is stored',
      'the ledger has other totals',
      expect.stringMatching(/^the chain has another hash/),
    ])
  })

  it('rejects in the database a changed, removed or skipped month', async () => {
    const run = (statement: string) => asOwner(shop.deps.databaseUrl, statement)
    await expect(run(`update month_closings set report = '{}'`)).rejects.toThrow()
    await expect(run('delete from month_closings')).rejects.toThrow()
    const skip = `insert into month_closings select '2027-02-01', closed_at, closed_by, upto_tx,
      report, signature, key_id, public_key from month_closings where month = '2026-12-01'`
    await expect(run(skip)).rejects.toThrow('does not follow')
  })

  it('verifies reports on the command line, against the ledger or as files only', async () => {
    const verify = (...args: string[]) => runCommand(shop.deps, ['verify-month.ts', ...args])
    const { keyId, ...file } = await signed('2026-11')
    const months = [`2026-11 (${keyId}): ok`, `2026-12 (${keyId}): ok`]
    expect(await verify()).toMatchObject({ code: 0, lines: months })
    expect(await verify('--key', '00000000')).toMatchObject({
      code: 1,
      lines: [
        expect.any(String),
        '  signed by another key',
        expect.any(String),
        expect.any(String),
      ],
    })
    const [whole, changed] = ['whole', 'changed'].map((name) =>
      path.join(shop.deps.config.dataDir, `${name}.json`),
    ) as [string, string]
    writeFileSync(whole, JSON.stringify({ keyId, ...file }))
    const report = { ...file.report, month: '2026-10' }
    writeFileSync(changed, JSON.stringify({ ...file, keyId, report }))
    expect(await verify(whole)).toMatchObject({ code: 0, lines: [`${whole}: ok`] })
    const said = [`${whole}: ok`, `${changed}:`, '  the signature does not fit the report']
    expect(await verify('--offline', whole, changed)).toMatchObject({ code: 1, lines: said })
    expect(await verify('--offline', `${whole}.no`)).toMatchObject({ code: 2, lines: [] })
  })

  it('names each account of the house in words on the PDF of a month', async () => {
    const sql = `select code from ledger_accounts where owner_id is null and currency = 'COP'`
    const codes = (await asOwner(shop.deps.databaseUrl, sql)).rows.map(({ code }) => code)
    expect(codes.length).toBeGreaterThan(5)
    expect(codes.filter((code) => !Object.hasOwn(ACCOUNT_NAMES, code))).toEqual([])
  })

  it('returns the report of a month as a PDF', async () => {
    const { rawPayload, statusCode } = await shop.app.inject({
      url: '/api/admin/months/2026-11/pdf',
      headers: { authorization: `Bearer ${await freshToken(shop.deps, finance)}` },
    })
    expect([statusCode, rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect((await shop.get(finance, '/admin/months/2025-01')).body.code).toBe('month_not_found')
  })
})
