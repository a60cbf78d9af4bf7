import { pino } from 'pino'
import { beforeEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import {
  chainBatches,
  ensureWallet,
  gatewayWompi,
  transfer,
  verifyLedger,
} from './ledger.public.ts'

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
    await chainBatches(deps)
  }
})

/** Damage that only somebody with the owner's password could do. */
function force(statement: string) {
  return asOwner(deps.databaseUrl, `set session_replication_role = replica; ${statement}`)
}

it('prints ok for an untouched ledger with its chain', async () => {
  expect(await verifyLedger(deps)).toEqual({
    result: 'ok',
    findings: [],
    transfers: 3,
    batches: 3,
  })
})

it('names the account whose balance was edited', async () => {
  await force(`update ledger_accounts set credits_posted = credits_posted + 1
    where id = '${account}'`)
  const report = await verifyLedger(deps)
  expect(report.result).toBe('mismatch')
  expect(report.findings).toEqual([expect.stringContaining(`VOLUME_MISMATCH account ${account}`)])
})

it('finds an amount changed together with its balance, by the chain', async () => {
  await force(`update ledger_transfers set amount = 9000 where id = '${transferId}';
    update ledger_accounts set credits_posted = 9000 where id = '${account}'`)
  expect((await verifyLedger(deps)).findings).toEqual(['CHAIN_MISMATCH batch 3'])
})

it('finds a deleted transfer in the middle and a deleted batch', async () => {
  await force(`update ledger_accounts set credits_posted = 0 where id = '${account}';
    delete from ledger_transfers where id = '${transferId}'`)
  expect((await verifyLedger(deps)).findings).toContain('CHAIN_MISMATCH batch 3')
  await force('delete from ledger_batch_items where batch_no = 1')
  expect((await verifyLedger(deps)).findings).toContain('CHAIN_MISMATCH batch 1')
})

it('leaves each new head where the database cannot change it', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const to = await ensureWallet(tx, newId(), now)
    const movement = { id: newId(), from: gatewayWompi, to, pesos: 7, now }
    const cause = { kind: 'operator', id: 'test' } as const
    await transfer(tx, { ...movement, cause, code: 'adjustment' })
  })
  await chainBatches({ ...deps, log })
  const { rows } = await asOwner(
    deps.databaseUrl,
    'select no as batch, hash from ledger_batches order by no desc limit 1',
  )
  const { batch, hash } = JSON.parse(lines.join(''))
  expect({ batch: String(batch), hash }).toEqual(rows[0])
})

it('says incomplete when old transfers are in no batch', async () => {
  await force(
    'delete from ledger_batch_items where batch_no = 3; delete from ledger_batches where no = 3',
  )
  deps.clock.advance(2 * HOUR_MS)
  expect((await verifyLedger(deps)).result).toBe('incomplete')
  deps.clock.advance(2 * DAY_MS)
  await chainBatches(deps, { everything: true })
  expect((await verifyLedger(deps)).result).toBe('ok')
})
