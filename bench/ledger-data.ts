import type pg from 'pg'
import { ensureWallet, gatewayWompi, transfer } from '#server/domains/ledger/ledger.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Stage } from './stage.ts'

/** Movements of one booking: a top-up, its hold, how that ended, the commission. */
const PER_BOOKING = 4
/** A person books so often; rows of one person lie all over the table. */
const BOOKINGS_PER_PERSON = 20
const FARE = 45_000
const COMMISSION = 4_500
const MINUTE_TRANSFERS = 600

const uuidOf = (prefix: string, number: string) =>
  `('${prefix}' || lpad(to_hex(${number}), 12, '0'))::uuid`
const transferId = (number: string) => uuidOf('01000000-0000-7000-8000-', number)
const walletId = (number: string) => uuidOf('02000000-0000-7000-8000-', number)

/**
 * Fills an empty ledger as its owner: each booking is a top-up, a hold, its posting with a
 * commission or (each fifth) its return and another top-up. Balances are what the rows add up to.
 */
export async function makeLedger(pool: pg.Pool, wanted: number): Promise<{ transfers: number }> {
  const bookings = Math.ceil(wanted / PER_BOOKING)
  // A multiple of six, so that nobody drives themselves: see `driver` below.
  const people = 6 * Math.max(20, Math.ceil(bookings / BOOKINGS_PER_PERSON / 6))
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local statement_timeout = 0; set local synchronous_commit = off;
      set local session_replication_role = replica; set local maintenance_work_mem = '256MB'`)
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
    await client.query('commit')
    await client.query('set statement_timeout = 0')
    await client.query('vacuum analyze ledger_transfers')
    await client.query('vacuum analyze ledger_accounts')
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
  return { transfers: bookings * PER_BOOKING }
}

/** Four rows for each booking b, numbered 4b, 4b + 1, …; one transaction wrote each of them. */
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

/** What a busy minute writes, each movement in a transaction of its own. Answers how many. */
export async function moveForAMinute(stage: Stage): Promise<number> {
  const { owner, deps } = stage
  const now = deps.clock.now()
  const to = await inTransaction(owner, (tx) => ensureWallet(tx, newId(), now))
  const cause = { kind: 'operator', id: 'bench' } as const
  const movement = { from: gatewayWompi, to, pesos: 1_000, code: 'adjustment', cause, now } as const
  for (let done = 0; done < MINUTE_TRANSFERS; done += 1) {
    await inTransaction(owner, (tx) => transfer(tx, { id: newId(), ...movement }))
  }
  return MINUTE_TRANSFERS
}
