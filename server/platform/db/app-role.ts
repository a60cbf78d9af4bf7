// What the app's role may do. It never owns a table or a function. Protected tables change only
// through functions that check the cause.
import type pg from 'pg'
import { APP_ROLE } from './open.ts'

/** Tables that the app only reads: functions of their owner write them. */
const READ_ONLY = [
  'ledger_accounts',
  'ledger_transfers',
  'ledger_refusals',
  'ledger_batches',
  'ledger_batch_items',
  'ledger_verified',
  'ledger_verified_totals',
  'ledger_account_lines',
  'ledger_refusal_lines',
  'ledger_transfer_lines',
  // Written by functions of bookings, which run as the owner.
  'new_jobs',
  'new_idempotency_keys',
  'schema_migrations',
  // Follows sanction_events, by a trigger.
  'user_conduct',
]

/** Append-only tables. */
const APPEND_ONLY = [
  'audit_entries',
  'bank_statements',
  'booking_events',
  'consents',
  'card_events',
  'data_reveals',
  'driver_marks',
  'duty_calls',
  'month_closings',
  'payout_matches',
  'gateway_answers',
  'rating_events',
  'reconciliations',
  'rating_replies',
  'ratings',
  'reward_redemptions',
  'sanction_events',
  'staff_actions',
  'switch_changes',
  'withdrawal_events',
]

/** Tables of which some columns never change and no row is deleted. */
const FIXED_COLUMNS: Record<string, string[]> = {
  payments: ['id', 'reference', 'user_id', 'amount_pesos', 'environment', 'created_at', 'tx'],
  payment_attempts: ['transaction_id', 'payment_id', 'amount_in_cents', 'currency', 'created_at'],
  payout_transactions: ['transaction_id', 'withdrawal_id', 'payout_id', 'amount_in_cents'],
  withdrawals: ['id', 'user_id', 'account_id', 'reference', 'amount_pesos', 'created_at'],
}

/** Functions of the ledger that the app calls; the others are steps of these. */
const LEDGER_FUNCTIONS = [
  'ledger_move',
  'ledger_resolve',
  'ledger_open_wallet',
  'ledger_reverse_topup',
  'ledger_return_fare',
  'ledger_suspend_topup',
  'ledger_return_suspended',
  'ledger_award_trip_points',
  'ledger_take_trip_points',
  'ledger_award_referral_points',
  'ledger_take_referral_points',
  'ledger_spend_points',
  'ledger_debt',
  'ledger_withdrawable',
  'ledger_held_fares',
  'ledger_withdrawal_origins',
  'ledger_seen',
  'ledger_tx',
  'ledger_tx_offset',
  'ledger_settled_below',
  'ledger_micros',
  'ledger_add_batch',
  'ledger_verify',
  'ledger_verify_part',
  'ledger_remember_batch',
]

/** Makes the app's role if it is missing and gives it exactly what it needs. */
export async function grantAppRole(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
      create role ${APP_ROLE} nologin;
    end if;
  exception when duplicate_object or unique_violation then null; end $$`)
  await client.query('begin')
  try {
    // Processes that start together would otherwise change the same privileges in parallel.
    await client.query('lock table schema_migrations in exclusive mode')
    await client.query(`grant ${APP_ROLE} to current_user`)
    await client.query(`grant usage on schema public to ${APP_ROLE}`)
    await grantTables(client)
    await grantFunctions(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function grantTables(client: pg.Client): Promise<void> {
  const changes = `insert, update, delete on`
  await client.query(`grant select, ${changes} all tables in schema public to ${APP_ROLE}`)
  await client.query(`revoke ${changes} ${READ_ONLY.join(', ')} from ${APP_ROLE}`)
  await client.query(`revoke update, delete on ${APPEND_ONLY.join(', ')} from ${APP_ROLE}`)
  for (const [table, fixed] of Object.entries(FIXED_COLUMNS)) {
    await client.query(`revoke update, delete on ${table} from ${APP_ROLE}`)
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped
         and attname <> all ($2)`,
      [table, fixed],
    )
    await client.query(`grant update (${rows[0]?.columns}) on ${table} to ${APP_ROLE}`)
  }
}

/** PostgreSQL grants EXECUTE on functions to everybody by default. */
async function grantFunctions(client: pg.Client): Promise<void> {
  await client.query('revoke execute on all functions in schema public from public')
  const { rows } = await client.query<{ allowed: boolean; functions: string }>(
    `select not starts_with(proname, 'ledger_') or proname = any ($1) as allowed,
       string_agg(oid::regprocedure::text, ', ') as functions
     from pg_proc where pronamespace = 'public'::regnamespace group by 1`,
    [LEDGER_FUNCTIONS],
  )
  for (const { allowed, functions } of rows) {
    const change = allowed ? 'grant' : 'revoke'
    const preposition = allowed ? 'to' : 'from'
    await client.query(`${change} execute on function ${functions} ${preposition} ${APP_ROLE}`)
  }
}
