// Invariants between the ledger and other tables. Each check is one statement, so it reads one
// snapshot; each row of its result is a mismatch that a person must look at.
import { type RawBuilder, sql } from 'kysely'
import { addMs, CLOCK_WRONG_MS } from '#server/platform/clock.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import {
  connections,
  extraStops,
  inPart,
  lists,
  overlaps,
  recent,
  rescues,
  type Scope,
  seats,
} from './trip-checks.queries.ts'

type PartedTable =
  | 'account_closings'
  | 'bookings'
  | 'payments'
  | 'reward_redemptions'
  | 'trips'
  | 'withdrawals'

export type Check = {
  name: string
  /** Table that is read in parts; null: only open rows, which are few. */
  over: PartedTable | 'ledger_transfers' | null
  query: (scope: Scope) => RawBuilder<{ subject: string }>
}

/** Condition: the transfer is in the range of transactions that this run checks. */
const moved = ({ fromTx, toTx }: Scope) => sql`(t.tx >= ${fromTx} and t.tx < ${toTx})`

const SUBJECTS_MAX = 100

/** Every credit belongs to a payment of the same person and amount that refers to the credit. */
const creditsWithoutPayment = (scope: Scope) => sql<{ subject: string }>`
  select 'transfer ' || t.id as subject from ledger_transfers t
  left join ledger_accounts w on w.id = t.credit_account
  left join payments p on p.id = case when t.cause_kind = 'payment' then t.cause_id::uuid end
  left join payment_attempts a on a.payment_id = p.id and a.credit_transfer = t.id
  where t.code = 'topup' and ${moved(scope)}
    and (p.user_id = w.owner_id and p.amount_pesos = t.amount
      and p.status in ('approved', 'reversed') and a.status in ('APPROVED', 'VOIDED')
      and a.amount_in_cents = t.amount * 100) is not true`

/** Every approved payment was credited; every reversed one was returned or is owed in full. */
const paymentsWithoutCredit = (scope: Scope) => sql<{ subject: string }>`
  select 'payment ' || p.id as subject from payments p
  left join lateral (
    select coalesce(sum(t.amount) filter (where t.id = a.credit_transfer), 0) as credited,
      coalesce(sum(t.amount) filter (where t.id = derived_id('payment.reversal', a.transaction_id)
        or t.id = derived_id('payment.debt', a.transaction_id)), 0) as returned
    from payment_attempts a
    left join ledger_transfers t on t.id in (a.credit_transfer,
      derived_id('payment.reversal', a.transaction_id),
      derived_id('payment.debt', a.transaction_id))
    where a.payment_id = p.id
  ) moved on true
  where ${scope.since ? sql`p.updated_at >= ${scope.since}` : inPart(scope, sql`p.id`)}
    and (credited, returned + case p.status when 'reversed' then (
      select coalesce(sum(m.pesos), 0) from money_acts m
      where m.payment_id = p.id and m.outcome is distinct from 'refused') else 0 end)
    is distinct from case p.status
      when 'approved' then (p.amount_pesos::numeric, 0::numeric)
      when 'reversed' then (p.amount_pesos::numeric, p.amount_pesos::numeric)
      else (0::numeric, 0::numeric) end`

/** The suspense account holds exactly the second charges that are not refunded yet. */
const suspenseWithoutCharge = (scope: Scope) => sql<{ subject: string }>`
  select 'transfer ' || t.id as subject from ledger_transfers t
  left join payment_attempts a
    on a.payment_id = t.cause_id::uuid and t.id = derived_id('payment.suspense', a.transaction_id)
  left join ledger_transfers r on r.id = derived_id('payment.suspense_return', a.transaction_id)
  where t.code = 'topup_suspense' and ${moved(scope)}
    and (a.amount_in_cents = t.amount * 100 and a.credit_transfer is null
      and case when r.id is null then a.status <> 'VOIDED' else a.status = 'VOIDED' or exists (
        select from payment_cases c where c.transaction_id = a.transaction_id
          and c.kind = 'double_charge' and c.confirmed_by is not null) end) is not true`

/** The state of a booking matches the state of its money. */
const bookingsAgainstHolds = (scope: Scope) => sql<{ subject: string }>`
  select 'booking ' || b.id as subject
  from bookings b
  left join ledger_transfers h on h.id = b.hold_id
  left join ledger_transfers r on r.pending_id = h.id
  where ${recent(scope)} and not coalesce(case
    when b.status = 'requested' and b.payment_mode = 'directo' then h.id is null
    -- Checked in but not travelled: the fare was paid, and a decision returned it.
    when b.denied_at is not null and b.status = 'cancelled_by_driver' then h.id is null
      or r.kind = 'post' and b.payment_mode = 'directo'
      or r.kind = 'post' and r.amount = (select coalesce(sum(t.amount), 0) from ledger_transfers t
        where t.id in (derived_id('booking.fare_return', b.id::text),
          derived_id('booking.fare_debt', b.id::text)))
    when b.status in ('requested', 'confirmed') then r.id is null
      and (h.id is not null or b.payment_mode = 'directo' and b.commission_bp = 0)
    when b.status = 'no_show' and b.closed_at is null then r.id is null
      and (h.id is not null or b.payment_mode = 'directo')
    when b.status in ('checked_in', 'completed') and h.id is null then
      b.payment_mode = 'directo' and b.commission_bp = 0
    when b.status in ('checked_in', 'completed') then r.kind = 'post' and r.amount = h.amount
    when h.id is null then b.payment_mode = 'directo'
      and (b.confirmed_at is null or b.commission_bp = 0)
    when b.charged_pesos > 0 then r.kind = 'post' and r.amount = b.charged_pesos
      and b.charged_pesos + b.refunded_pesos = b.fare_pesos
    else r.kind = 'void' end, false)`

/** Money is held once for an existing booking, from its payer and for its amount. */
const holdsAgainstBookings = (scope: Scope) => sql<{ subject: string }>`
  select 'transfer ' || h.id as subject
  from ledger_transfers h
  left join bookings b
    on b.id = case when h.cause_kind = 'booking' then h.cause_id::uuid end
  left join ledger_accounts payer on payer.id = h.debit_account
  left join ledger_accounts payee on payee.id = h.credit_account
  where h.cause_kind = 'booking' and h.kind = 'pending'
    and h.tx >= ${scope.fromTx} and h.tx < ${scope.toTx}
    -- The booking moved to another segment of the trip and has a new hold.
    and not exists (select from ledger_transfers r
      where r.pending_id = h.id and r.kind = 'void'
        and r.id = derived_id('booking.replaced', h.id::text))
    and (b.hold_id = h.id and h.code = case b.payment_mode
        when 'billetera' then 'fare' else 'commission' end
      and case b.payment_mode
        when 'billetera' then payer.owner_id = b.passenger_id and payee.owner_id = b.driver_id
          and h.amount = b.fare_pesos
        else payer.owner_id = b.driver_id and payee.code = 'revenue:commission'
          and h.amount = (b.fare_pesos * b.commission_bp + 5000) / 10000 end) is not true`

/** No money moved for a booking that does not exist. */
const movesWithoutBooking = (scope: Scope) => sql<{ subject: string }>`
  select 'transfer ' || t.id as subject from ledger_transfers t
  where t.cause_kind = 'booking' and ${moved(scope)}
    and not exists (select from bookings b
      where b.id = case when t.cause_kind = 'booking' then t.cause_id::uuid end)`

/** Cupo took its commission once from each fare that was paid to a driver through the wallet. */
const commissions = (scope: Scope) => sql<{ subject: string }>`
  select 'booking ' || b.id as subject
  from bookings b
  left join ledger_transfers c on c.id = derived_id('booking.commission', b.id::text)
  where b.payment_mode = 'billetera' and ${recent(scope)}
    and coalesce(c.amount, 0) <> (case
        when b.denied_at is not null and b.status = 'cancelled_by_driver' then b.fare_pesos
        else coalesce(b.charged_pesos, 0) end * b.commission_bp + 5000) / 10000`

/** Every booking that changes with time has a job for the change that is not abandoned. */
const openWithoutJob = (_scope: Scope) => sql<{ subject: string }>`
  select 'booking ' || b.id as subject from bookings b
  where (b.status in ('requested', 'confirmed', 'checked_in')
      or (b.status = 'no_show' and b.closed_at is null))
    and b.disputed_at is null
    and not exists (
      select from jobs j where j.name = 'bookings.advance' and j.dead_at is null
        and j.payload ->> 'bookingId' = b.id::text)`

/** Points moved only for a cause that earns or spends them, and for the right person. */
const pointsWithoutCause = (scope: Scope) => sql<{ subject: string }>`
  select 'transfer ' || t.id as subject from ledger_transfers t
  join ledger_accounts payer on payer.id = t.debit_account
  join ledger_accounts payee on payee.id = t.credit_account
  left join bookings b on b.id = case when t.cause_kind = 'booking' then t.cause_id::uuid end
  left join referrals f on f.id = case when t.cause_kind = 'referral' then t.cause_id::uuid end
  left join reward_redemptions r
    on r.id = case when t.cause_kind = 'redemption' then t.cause_id::uuid end
  where t.currency = 'PTS' and ${moved(scope)} and (t.kind = 'transfer'
    and 'rewards:issued' in (payer.code, payee.code) and case t.code
      when 'points_trip' then payee.owner_id in (b.passenger_id, b.driver_id)
        and b.status in ('completed', 'cancelled_by_driver')
        and boarding_witnessed(b.checked_in_by)
        and t.id = derived_id('points.trip', b.id::text, payee.owner_id::text)
      when 'points_referral' then payee.owner_id in (f.friend_id, f.referrer_id)
        and t.id = derived_id('points.referral', f.id::text, payee.owner_id::text)
      when 'points_redeemed' then payer.owner_id = r.user_id and t.amount = r.points
        and t.id = derived_id('points.redeemed', r.id::text)
      when 'points_undone' then exists (select from ledger_transfers a
        where a.id = derived_id(case t.cause_kind when 'booking' then 'points.trip'
            else 'points.referral' end, t.cause_id, payer.owner_id::text)
          and a.amount >= t.amount) end) is not true`

/** Every code that was handed out was paid with points. */
const unpaidRedemptions = (scope: Scope) => sql<{ subject: string }>`
  select 'redemption ' || r.id as subject from reward_redemptions r
  left join ledger_transfers t on t.id = derived_id('points.redeemed', r.id::text)
  where ${scope.since ? sql`r.created_at >= ${scope.since}` : inPart(scope, sql`r.id`)}
    and t.amount is distinct from r.points`

/** SQL condition: people, or exactly one payment of the gateway, say that `w` was paid. */
const paidOnce = sql`(w.channel = 'bank_file' or w.unanswered_at is not null and w.result = 'paid'
  or (select count(*) from payout_transactions t
    where t.withdrawal_id = w.id and t.status <> 'failed') = 1)`

/** A withdrawal holds its money while it is open; its result matches the result of its hold. */
const withdrawalsAgainstHolds = (scope: Scope) => sql<{ subject: string }>`
  select 'withdrawal ' || w.id as subject from withdrawals w
  left join ledger_transfers h on h.id = derived_id('withdrawal.hold', w.id::text)
  left join ledger_accounts payer on payer.id = h.debit_account
  left join ledger_accounts payee on payee.id = h.credit_account
  left join ledger_transfers r on r.pending_id = h.id
  left join ledger_transfers b on b.id = derived_id('withdrawal.return', w.id::text)
  where ${
    scope.since
      ? sql`(w.closed_at is null or w.closed_at >= ${scope.since})`
      : inPart(scope, sql`w.id`)
  }
    and (h.kind = 'pending' and h.amount = w.amount_pesos and payer.owner_id = w.user_id
      and payee.code = 'payouts:clearing' and case w.status
        when 'paid' then r.kind = 'post' and r.amount = w.amount_pesos and ${paidOnce}
          and b.id is null
        when 'failed' then case when w.return_confirmed_by is not null then r.kind = 'post'
          and r.amount = w.amount_pesos and ${paidOnce} and b.amount = w.amount_pesos
        else r.kind = 'void' and (select count(*) from payout_transactions t
          where t.withdrawal_id = w.id and t.status <> 'failed') = 0 end
        when 'rejected' then r.kind = 'void'
        when 'cancelled' then r.kind = 'void'
        else r.id is null end) is not true`

/** No money goes to people's bank accounts, or comes from there, without a withdrawal. */
const payoutsWithoutWithdrawal = (scope: Scope) => sql<{ subject: string }>`
  select 'transfer ' || t.id as subject from ledger_transfers t
  join ledger_accounts payee on payee.id = t.credit_account
  join ledger_accounts payer on payer.id = t.debit_account
  where 'payouts:clearing' in (payee.code, payer.code) and t.kind in ('transfer', 'pending')
    and ${moved(scope)}
    and not exists (select from withdrawals w
      where t.id = derived_id(case payee.code when 'payouts:clearing' then 'withdrawal.hold'
          else 'withdrawal.return' end, w.id::text)
        and w.id = case when t.cause_kind = 'withdrawal' then t.cause_id::uuid end)`

/** Each wallet of a closed account with pesos has exactly one open claim, and back. */
const claims = (scope: Scope) => sql<{ subject: string }>`
  select 'account_closing ' || c.id as subject from account_closings c
  left join ledger_accounts w
    on w.owner_id = c.user_id and w.kind = 'wallet' and w.currency = 'COP'
  where c.started_at is not null and ${scope.since ? sql`c.claim_open` : inPart(scope, sql`c.id`)}
    and c.claim_open is distinct from coalesce(w.credits_posted > w.debits_posted, false)`

/** A cover was paid once, and what its new fares gave back is in the fund again. */
const covers = (scope: Scope) => sql<{ subject: string }>`
  select distinct 'rescue ' || r.booking_id as subject
  from bookings b
  join rescues r on r.new_booking_ids @> array[b.id] and r.cover_pesos > 0
  cross join fund_fares(r.new_booking_ids) as f
  left join ledger_transfers c on c.id = derived_id('rescue.credit', r.booking_id::text)
  where ${recent(scope)} and (c.amount = r.cover_pesos and fund_returned(r) between
    r.cover_pesos - r.cover_pesos * least(f.kept, f.first) / greatest(f.first, 1)
    and r.cover_pesos) is not true`

/** The fund pays a cover only for a rescue that was taken. */
const coversWithoutRescue = (scope: Scope) => sql<{ subject: string }>`
  select 'transfer ' || t.id as subject from ledger_transfers t
  where t.code in ('rescue_credit', 'rescue_return') and ${moved(scope)}
    and not exists (select from rescues r
      where r.booking_id = case when t.cause_kind = 'rescue' then t.cause_id::uuid end
        and r.status = 'taken' and r.cover_pesos >= t.amount)`

export const checks: Check[] = [
  { name: 'credits', over: 'ledger_transfers', query: creditsWithoutPayment },
  { name: 'payments', over: 'payments', query: paymentsWithoutCredit },
  { name: 'suspense', over: 'ledger_transfers', query: suspenseWithoutCharge },
  { name: 'bookings', over: 'bookings', query: bookingsAgainstHolds },
  { name: 'holds', over: 'ledger_transfers', query: holdsAgainstBookings },
  { name: 'orphans', over: 'ledger_transfers', query: movesWithoutBooking },
  { name: 'commissions', over: 'bookings', query: commissions },
  { name: 'seats', over: 'trips', query: seats },
  { name: 'connections', over: 'bookings', query: connections },
  { name: 'rescues', over: 'bookings', query: rescues },
  { name: 'extra-stops', over: 'trips', query: extraStops },
  { name: 'overlaps', over: 'bookings', query: overlaps },
  { name: 'lists', over: 'bookings', query: lists },
  { name: 'jobs', over: null, query: openWithoutJob },
  { name: 'point-causes', over: 'ledger_transfers', query: pointsWithoutCause },
  { name: 'redemptions', over: 'reward_redemptions', query: unpaidRedemptions },
  { name: 'withdrawals', over: 'withdrawals', query: withdrawalsAgainstHolds },
  { name: 'payouts', over: 'ledger_transfers', query: payoutsWithoutWithdrawal },
  { name: 'claims', over: 'account_closings', query: claims },
  { name: 'covers', over: 'bookings', query: covers },
  { name: 'fund', over: 'ledger_transfers', query: coversWithoutRescue },
]

/** Returns the subjects that a check finds, up to 100. */
export function listFindings(db: Reader, check: Check, scope: Scope) {
  return run.values<{ subject: string }>(db)`
    select subject from (${check.query(scope)}) found limit ${SUBJECTS_MAX}`
}

/** Finds the last id of a part of `rows` rows after an id; undefined when fewer are left. */
export function findPartEnd(
  db: Reader,
  table: PartedTable,
  { after, rows: count }: { after: string; rows: number },
) {
  return run.value<{ id: string }>(db)`
    select id from ${sql.table(table)} where id > ${after}::uuid
    order by id offset ${count - 1} limit 1`
}

/** Finds the transaction at which a part of `rows` transfers ends; undefined if fewer are left. */
export function findTransfersEnd(
  db: Reader,
  { fromTx, rows: count }: { fromTx: number; rows: number },
) {
  return run.value<{ end: number }>(db)`
    select tx + 1 as "end" from ledger_transfers where tx >= ${fromTx}
    order by tx offset ${count - 1} limit 1`
}

/** Claims the verification of the hour; false while another process with a right clock has it. */
export function claimWatch(db: Reader, { now, until }: { now: Date; until: Date }) {
  return run.changedOne(db)`
    insert into integrity_watch as w (claimed_until) values (${until})
    on conflict (one) do update set claimed_until = excluded.claimed_until
    where w.claimed_until <= ${now}
      or w.claimed_until > ${addMs(until, CLOCK_WRONG_MS)}`
}

/** Extends the claim of this process, never shortens it. */
export async function extendWatch(db: Reader, until: Date) {
  await sql`
    update integrity_watch set claimed_until = greatest(claimed_until, ${until})`.execute(db)
}

/** Finds the first transaction chained since a time; 0 when nothing was chained. */
export function findFirstTransactionSince(db: Reader, since: Date) {
  return run.value<{ tx: number | null }>(db, 0)`
    select min(from_tx) as tx from ledger_batches where created_at >= ${since}`
}

/** Removes the statement timeout: the checks run in a background job. */
export async function withoutTimeLimit(tx: Tx) {
  await sql`
    select set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}
