import { fork } from 'node:child_process'
import path from 'node:path'
import type pg from 'pg'
import {
  chainBatches,
  ensureWallet,
  gatewayWompi,
  transfer,
} from '#server/modules/bank/ledger/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { say } from '../scripts/project.ts'
import type { Verified } from './harness/ledger-process.ts'
import { check } from './harness/report.ts'
import { inBulk } from './harness/seed-many.ts'
import { firstMessage, type Stage } from './harness/stage.ts'

/** Budget for 10,000,000 transfers; smaller ledgers must meet it too. */
const BUDGET = { allMs: 600_000, megabytes: 300, newMs: 5_000, chainMs: 100 }

/**
 * Measures verification and chaining of a ledger with this number of transfers. Fails above a
 * budget.
 */
export async function ledger(stage: Stage, transfers: number): Promise<void> {
  const madeMs = await timed(() => makeLedger(stage.pool, transfers))
  say(`${transfers} transfers made in ${seconds(madeMs)}, ${await sizeOf(stage.pool)}`)
  const costs = await measureLedger(stage)
  say(`all of them chained in ${seconds(costs.chainAllMs)}, once`)
  checkVerified('full verification', costs.all, BUDGET.allMs)
  const { megabytes } = costs.all
  const memory = `memory of its process ${megabytes.toFixed(0)} of ${BUDGET.megabytes} MB`
  check(memory, megabytes <= BUDGET.megabytes)
  const chain = `chaining a minute (${MINUTE_TRANSFERS}) ${seconds(costs.chainMs)}`
  check(`${chain} of ${seconds(BUDGET.chainMs)}`, costs.chainMs <= BUDGET.chainMs)
  checkVerified('verification of what is new', costs.fresh, BUDGET.newMs)
}

function checkVerified(name: string, { report, ms }: Verified, budgetMs: number): void {
  for (const finding of report.findings) say(finding)
  const what = `${name} ${seconds(ms)} of ${seconds(budgetMs)}, ${report.result}`
  check(what, report.result === 'ok' && ms <= budgetMs)
}

/** Chains and verifies the whole ledger, then the transfers of a busy minute. */
export async function measureLedger(stage: Stage) {
  const chainAllMs = await timed(() => chainBatches(stage.deps, { everything: true }))
  const all = await verifyApart(stage, 'all')
  await moveForAMinute(stage)
  const chainMs = await timed(() => chainBatches(stage.deps))
  const fresh = await verifyApart(stage, 'new')
  return { chainAllMs, all, chainMs, fresh }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/**
 * Verifies as `npm run ledger:verify` does, in a separate process, so that its memory can be
 * measured.
 */
async function verifyApart({ databaseUrl }: Stage, scope: 'all' | 'new'): Promise<Verified> {
  const script = path.join(import.meta.dirname, 'harness/ledger-process.ts')
  const child = fork(script, [scope], { env: { ...process.env, DATABASE_URL: databaseUrl } })
  return (await firstMessage(child)) as Verified
}

async function sizeOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ bytes: number; each: number }>(
    `select pg_total_relation_size('ledger_transfers') as bytes,
       pg_total_relation_size('ledger_transfers') / greatest(1, count(*)) as each
     from ledger_transfers`,
  )
  return `${((rows[0]?.bytes ?? 0) / 1e9).toFixed(2)} GB with indexes, ${rows[0]?.each} B each`
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

const MINUTE_TRANSFERS = 600

/** Makes as many transfers as a busy minute has, each in its own transaction. */
async function moveForAMinute({ owner, deps }: Stage): Promise<void> {
  const now = deps.clock.now()
  const to = await inTransaction(owner, (tx) => ensureWallet(tx, newId(), now))
  const cause = { kind: 'operator', id: 'bench' } as const
  const movement = { from: gatewayWompi, to, pesos: 1_000, code: 'adjustment', cause, now } as const
  for (let done = 0; done < MINUTE_TRANSFERS; done += 1) {
    await inTransaction(owner, (tx) => transfer(tx, { id: newId(), ...movement }))
  }
}

/** Movements of one booking: top-up, hold, end of the hold, commission. */
const PER_BOOKING = 4
const BOOKINGS_PER_PERSON = 20
const FARE = 45_000
const COMMISSION = 4_500

const uuidOf = (prefix: string, number: string) =>
  `('${prefix}' || lpad(to_hex(${number}), 12, '0'))::uuid`
const transferId = (number: string) => uuidOf('01000000-0000-7000-8000-', number)
const walletId = (number: string) => uuidOf('02000000-0000-7000-8000-', number)

/**
 * Fills an empty ledger. Each booking is a top-up, a hold, and the posting of the hold with a
 * commission; every fifth booking is a top-up, a hold, the return of the hold and another top-up.
 * Balances are the sums of the rows.
 */
export async function makeLedger(pool: pg.Pool, wanted: number): Promise<void> {
  const bookings = Math.ceil(wanted / PER_BOOKING)
  // A multiple of six, so that `driver` in `movements` is never the passenger.
  const people = 6 * Math.max(20, Math.ceil(bookings / BOOKINGS_PER_PERSON / 6))
  await inBulk(pool, async (client) => {
    await client.query('drop index ledger_transfers_debit; drop index ledger_transfers_credit')
    await client.query(
      `insert into ledger_accounts (id, kind, owner_id, currency, balanced, created_at, tx)
       select ${walletId('n')}, 'wallet', ${uuidOf('03000000-0000-7000-8000-', 'n')}, 'COP', true,
         now() - interval '2 years', 1
       from generate_series(0, ${people - 1}) n`,
    )
    await client.query(movements(bookings, people))
    await client.query(`
      create index ledger_transfers_debit
        on ledger_transfers (debit_account, happened_at desc, id desc);
      create index ledger_transfers_credit
        on ledger_transfers (credit_account, happened_at desc, id desc);
      update ledger_accounts a set debits_posted = e.debits_posted,
        credits_posted = e.credits_posted, debits_pending = e.debits_pending,
        credits_pending = e.credits_pending
      from ledger_effects(0, null) e where e.account = a.id and a.balanced;
      select ledger_continue_numbers()`)
    await client.query('vacuum analyze ledger_transfers')
    await client.query('vacuum analyze ledger_accounts')
  })
}

/** Four rows for each booking b, numbered 4b, 4b + 1, …; each has its own transaction number. */
function movements(bookings: number, people: number): string {
  const wompi = `'${gatewayWompi}'::uuid`
  const passenger = walletId(`b % ${people}`)
  const driver = walletId(`(b * 7 + 1) % ${people}`)
  const id = transferId(`b * ${PER_BOOKING} + step`)
  const hold = transferId(`b * ${PER_BOOKING} + 1`)
  const at = `now() - interval '1 year' + (b * ${PER_BOOKING} + step) * interval '1 ms'`
  return `
    insert into ledger_transfers (id, kind, debit_account, credit_account, amount, currency, code,
      pending_id, cause_kind, cause_id, expires_at, created_at, happened_at, tx)
    select ${id},
      case when step in (0, 3) then 'transfer' when step = 1 then 'pending'
        when b % 5 = 0 then 'void' else 'post' end,
      case when step = 0 or (step = 3 and b % 5 = 0) then ${wompi}
        when step = 3 then ${driver} else ${passenger} end,
      case when step = 0 or (step = 3 and b % 5 = 0) then ${passenger}
        when step = 3 then '00000000-0000-7000-8000-000000000002'::uuid else ${driver} end,
      case when step = 3 and b % 5 <> 0 then ${COMMISSION} else ${FARE} end, 'COP',
      case when step = 0 or (step = 3 and b % 5 = 0) then 'topup'
        when step = 3 then 'commission' else 'fare' end,
      case when step = 2 then ${hold} end,
      case when step = 0 or (step = 3 and b % 5 = 0) then 'payment' else 'booking' end,
      ${id}::text, null, ${at}, ${at}, b * ${PER_BOOKING} + step + 2
    from generate_series(0::bigint, ${bookings - 1}) b, generate_series(0, 3) step
    order by b, step`
}
