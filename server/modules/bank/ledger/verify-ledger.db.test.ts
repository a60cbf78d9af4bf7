import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { chainBatches } from './chain-batches.ts'
import { gatewayWompi } from './chart.ts'
import { transfer } from './move-money.ts'
import { verifyLedger, verifyLedgerInTurn } from './verify-ledger.ts'
import { ensureWallet } from './wallet-account.ts'

let deps: TestDeps
let account: string
let transferId: string

beforeEach(async () => {
  deps = await testDeps({ owner: true })
  for (let count = 0; count < 3; count += 1) {
    transferId = newId()
    const now = deps.clock.now()
    account = await inTransaction(deps.db, async (tx) => {
      const to = await ensureWallet(tx, newId(), now)
      const cause = { kind: 'operator', id: 'test' } as const
      const movement = { id: transferId, from: gatewayWompi, to, pesos: 5_000, cause, now }
      await transfer(tx, { ...movement, code: 'adjustment' })
      return to
    })
    await allSettled()
    await chainBatches(deps, { everything: true })
  }
})

/**
 * Waits until all transfers can be chained. An open transaction of another database on this server
 * keeps later transfers out of the chain; then a batch would hold only accounts, and the batch
 * numbers would differ.
 */
async function allSettled(): Promise<void> {
  const open = 'select count(*)::int as n from ledger_transfers where tx >= ledger_settled_below()'
  const count = async () => (await asOwner(deps.databaseUrl, open)).rows[0].n
  await expect.poll(count, { timeout: 20_000 }).toBe(0)
}

/** Damages rows as only somebody with the owner's password could. */
function force(statement: string) {
  return asOwner(deps.databaseUrl, `set session_replication_role = replica; ${statement}`)
}

it('reports ok for an unchanged ledger with its chain', async () => {
  for (const scope of ['new', 'all', 'new'] as const) {
    const report = { scope, result: 'ok', findings: [], transfers: 3, batches: 3 }
    expect(await verifyLedger(deps, { scope })).toEqual(report)
  }
})

it('verifies the whole ledger in parts, each in a transaction, with the same result', async () => {
  await asOwner(
    deps.databaseUrl,
    `create table steps (tx xid8);
     create function note_step() returns trigger language plpgsql as
       'begin insert into steps values (pg_current_xact_id()); return null; end';
     create trigger note_step after update on ledger_verified
       for each row execute function note_step();
     grant all on steps to public`,
  )
  const report = { scope: 'all', result: 'ok', findings: [], transfers: 3, batches: 3 }
  for (let count = 0; count < 2; count += 1) {
    expect(await verifyLedger(deps, { partRows: 1 })).toEqual(report)
  }
  const { rows } = await asOwner(
    deps.databaseUrl,
    'select count(distinct tx)::int as transactions from steps',
  )
  // Three parts of one transfer, the remaining rows, and the chain; twice.
  expect(rows[0].transactions).toBe(10)
  await force(`update ledger_transfers set currency = 'PTS' where id = '${transferId}'`)
  const wrong = await verifyLedger(deps, { partRows: 1 })
  expect(wrong.findings).toContain(`CURRENCY_MISMATCH transfer ${transferId}`)
  await force(`update ledger_transfers set currency = 'COP' where id = '${transferId}'`)
  expect(await verifyLedger(deps, { partRows: 1 })).toEqual(report)
})

it('reports the account whose balance was edited', async () => {
  await force(`update ledger_accounts set credits_posted = credits_posted + 1
    where id = '${account}'`)
  const report = await verifyLedger(deps)
  expect(report.result).toBe('mismatch')
  expect(report.findings).toEqual([expect.stringContaining(`VOLUME_MISMATCH account ${account}`)])
})

it('detects by the chain an amount that was edited together with its balance', async () => {
  await force(`update ledger_transfers set amount = 9000 where id = '${transferId}';
    update ledger_accounts set credits_posted = 9000 where id = '${account}'`)
  expect((await verifyLedger(deps)).findings).toEqual(['CHAIN_MISMATCH batch 3'])
})

it('detects a deleted transfer and a deleted batch', async () => {
  await force(`update ledger_accounts set credits_posted = 0 where id = '${account}';
    delete from ledger_transfers where id = '${transferId}'`)
  expect((await verifyLedger(deps)).findings).toContain('CHAIN_MISMATCH batch 3')
  await force('delete from ledger_batches where no = 1')
  expect((await verifyLedger(deps)).findings).toContain('CHAIN_MISMATCH batch 2')
})

it.each([
  ['expiry of a hold', 'update ledger_transfers set expires_at = now()'],
  [
    'time of a transfer',
    "update ledger_transfers set happened_at = happened_at - interval '1 day'",
  ],
  ['owner of an account', 'update ledger_accounts set owner_id = gen_random_uuid()'],
  ['an added account', addedAccount(1)],
  ['an added refusal', addedRefusal(1)],
])('detects an edited row by the chain: %s', async (_name, change) => {
  await force(change.includes('ledger_accounts set') ? `${change} where id = '${account}'` : change)
  expect((await verifyLedger(deps)).findings).toEqual(
    expect.arrayContaining([expect.stringMatching(/^CHAIN_MISMATCH batch \d$/)]),
  )
})

function addedAccount(tx: number): string {
  return `insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at, tx)
    values (gen_random_uuid(), 'wallet', gen_random_uuid(), 'COP', true, now(), ${tx})`
}

function addedRefusal(tx: number): string {
  return `insert into ledger_refusals (transfer_id, fingerprint, reason, created_at, tx)
    values (gen_random_uuid(), 'x', 'insufficient_funds', now(), ${tx})`
}

describe('verification of new rows', () => {
  it('reads only new rows of the ledger, and older rows again once a day', async () => {
    await verifyLedger(deps, { scope: 'all' })
    await force(`update ledger_transfers set amount = 9000 where id = '${transferId}'`)
    await moved()
    expect((await verifyLedger(deps, { scope: 'new' })).findings).toEqual([])
    expect((await verifyLedgerInTurn(deps)).scope).toBe('new')
    deps.clock.advance(DAY_MS)
    const { scope, findings } = await verifyLedgerInTurn(deps)
    expect(scope).toBe('all')
    expect(findings).toContain('CHAIN_MISMATCH batch 3')
  })

  it('reports an inconsistency of the ledger at every run until it is corrected', async () => {
    await verifyLedger(deps, { scope: 'all' })
    await moved()
    await force(`update ledger_accounts set credits_posted = credits_posted + 1
      where id = '${account}'`)
    for (let count = 0; count < 2; count += 1) {
      const { findings } = await verifyLedger(deps, { scope: 'new' })
      expect(findings).toEqual([expect.stringContaining(`VOLUME_MISMATCH account ${account}`)])
    }
    await force(`update ledger_accounts set credits_posted = credits_posted - 1
      where id = '${account}'`)
    expect((await verifyLedger(deps, { scope: 'new' })).findings).toEqual([])
  })
})

it('continues the chain after a restore, where transaction numbers start again', async () => {
  await force(`update ledger_transfers set tx = tx + 1000000; delete from ledger_batches;
    update ledger_accounts set tx = tx + 1000000; select ledger_continue_numbers()`)
  await moved()
  await chainBatches(deps, { everything: true })
  expect(await verifyLedger(deps)).toMatchObject({ result: 'ok', transfers: 4 })
})

async function moved(): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const to = await ensureWallet(tx, newId(), now)
    const movement = { id: newId(), from: gatewayWompi, to, pesos: 7, now }
    const cause = { kind: 'operator', id: 'test' } as const
    await transfer(tx, { ...movement, cause, code: 'adjustment' })
  })
}

it('logs the hash of each new batch, outside the database', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  await moved()
  await chainBatches({ ...deps, log }, { everything: true })
  const { rows } = await asOwner(
    deps.databaseUrl,
    'select no as batch, hash from ledger_batches order by no desc limit 1',
  )
  const { batch, hash } = JSON.parse(lines.join(''))
  expect({ batch: String(batch), hash }).toEqual(rows[0])
})

it('reports incomplete when old transfers are in no batch', async () => {
  await force('delete from ledger_batches where no = 3')
  deps.clock.advance(2 * HOUR_MS)
  expect((await verifyLedger(deps)).result).toBe('incomplete')
  deps.clock.advance(2 * DAY_MS)
  await chainBatches(deps, { everything: true })
  expect((await verifyLedger(deps)).result).toBe('ok')
})
