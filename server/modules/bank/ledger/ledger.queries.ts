import { type RawBuilder, sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/module-data.ts'
import { type Cause, type TransferCode, walletId } from './chart.ts'

export type Movement = {
  /** Chosen by the caller; a repeat with the same id and content has no further effect. */
  id: string
  from: string
  to: string
  /** Whole pesos, above zero. */
  pesos: number
  code: TransferCode
  cause: Cause
  now: Date
  /** Time when it happened, if earlier than the time of writing; the statement shows it. */
  happenedAt?: Date | undefined
  /**
   * Makes a refusal for lack of money final: it is committed. Only allowed as the first write of a
   * transaction, since earlier writes would be committed too.
   */
  pinRefusal?: boolean
}

/** Runs `ledger_move`. Returns 'created', 'same', 'conflict' or 'refused:<reason>'. */
export function moveRow(
  tx: Tx,
  kind: 'transfer' | 'pending',
  move: Movement,
  expiresAt: Date | null,
) {
  return run.value<{ outcome: string }>(tx, '')`
    select ledger_move(${move.id}, ${kind}, ${move.from}, ${move.to}, ${move.pesos}, ${move.code},
      ${move.cause.kind}, ${move.cause.id}, ${expiresAt}, ${move.now},
      ${move.happenedAt ?? null}) as outcome`
}

export type Resolution = {
  id: string
  holdId: string
  code: TransferCode
  cause: Cause
  now: Date
  /** Time when it happened, if earlier than the time of writing; the statement shows it. */
  happenedAt?: Date | undefined
  /** Pesos to post; all of the hold by default. */
  pesos?: number
}

/** Runs `ledger_resolve`. Returns the same outcomes as `moveRow`. */
export function resolveRow(tx: Tx, kind: 'post' | 'void' | 'expire', input: Resolution) {
  return run.value<{ outcome: string }>(tx, '')`
    select ledger_resolve(${input.id}, ${kind}, ${input.holdId}, ${input.pesos ?? null},
      ${input.code}, ${input.cause.kind}, ${input.cause.id}, ${input.now},
      ${input.happenedAt ?? null}) as outcome`
}

/** Opens a person's wallet if needed. Returns its account id. */
export function openWallet(tx: Tx, wallet: { ownerId: string; now: Date }) {
  return run.value<{ id: string }>(tx)`
    select ledger_open_wallet(${wallet.ownerId}, ${wallet.now}) as id`
}

/** Parts of the free money in a wallet, whole pesos; each peso is counted in one part. */
type WithdrawableRow = {
  /** Can be withdrawn now, less the person's debt. */
  pesos: number
  /** Top-ups and earnings that have not matured. */
  young: number
  /** Earnings of bookings with an open dispute. */
  disputed: number
  /** Held for review by finance: the driver shares a card, device or account with the payer. */
  held: number
  /** Credits by the team, which can only be spent on travel. */
  travelOnly: number
  /** Time and pesos of the next part of `young` that matures. */
  nextAt: Date | null
  nextPesos: number
}

export function findWithdrawable(db: Reader, { userId, now }: { userId: string; now: Date }) {
  return run.row<WithdrawableRow>(db)`
    select withdrawable as pesos, young, disputed, held, travel_only as "travelOnly",
      next_at as "nextAt", next_pesos as "nextPesos"
    from ledger_withdrawable(${userId}, ${now})`
}

/** Lists a driver's bookings whose fare is held for finance, with the remaining pesos. */
export function listHeldFares(db: Reader, { userId, now }: { userId: string; now: Date }) {
  return run.rows<{ booking: string; pesos: number }>(db)`
    select booking, pesos from ledger_held_fares(${userId}, ${now})`
}

export type OriginRow = {
  origin: 'card' | 'transfer' | 'earnings' | 'team' | 'earlier'
  pesos: number
}

/** Lists the origins of the money of a withdrawal, the largest first. */
export function listOriginsOf(db: Reader, withdrawalId: string) {
  return run.rows<OriginRow>(db)`
    select origin, pesos from ledger_withdrawal_origins(${withdrawalId})
    order by pesos desc`
}

/** Returns pesos to spend, in open holds, and held for this account. */
export function findTotals(db: Reader, id: string) {
  return run.row<{ available: number; held: number; incoming: number }>(db)`
    select credits_posted - debits_posted - debits_pending as available, debits_pending as held,
      credits_pending as incoming
    from ledger_accounts where id = ${id}`
}

/** Lists unresolved holds past their expiry; several workers can read the same holds. */
export function listExpiredHolds(reader: Reader, now: Date, limit: number) {
  return run.rows<{ id: string; code: string; cause_kind: string; cause_id: string }>(reader)`
    select h.id, h.code, h.cause_kind, h.cause_id from ledger_transfers h
    where h.expires_at <= ${now} and h.kind = 'pending'
      and not exists (select from ledger_transfers r where r.pending_id = h.id)
    order by h.expires_at
    limit ${limit}`
}

export type StatementRow = {
  /** Id of the transfer; of the hold also after the hold ended. */
  id: string
  kind: 'transfer' | 'pending' | 'post' | 'void' | 'expire'
  outgoing: boolean
  /** Moved amount; for a hold, the amount that was posted when it ended. */
  amount: number
  /** Held amount of a hold; for a transfer, the moved amount. */
  held_amount: number
  /** Commission that was taken from a fare in the same step; it has no line of its own. */
  commission: number
  code: string
  cause_kind: string
  cause_id: string
  happened_at: Date
}

export type StatementInput = {
  account: string
  limit: number
  offset: number
  /** Snapshot of the statement: only rows that it includes are listed. */
  asOf: string | null
}

/** A commission that was taken from a fare, unlike the held commission of a direct payment. */
const takenFromFare = sql`(t.kind = 'transfer' and t.code = 'commission')`

/** SQL condition: a void `t` gave its place to another hold of the booking. */
const isReplacing = sql`
  (t.kind = 'void' and t.id = derived_id('booking.replaced', t.pending_id::text))`

/**
 * Lists the movements of an account, newest first; an ended hold is one line, dated by its end, and
 * a hold that another one of the same booking replaced is none.
 */
export async function listStatementRows(
  db: Reader,
  input: StatementInput,
): Promise<StatementRow[]> {
  const { account, limit, offset, asOf } = input
  const side = (column: RawBuilder<unknown>) => sql`
    select t.id, t.happened_at, coalesce(t.pending_id, t.id) as line from ledger_transfers t
    where ${column} = ${account} and not ${takenFromFare} and not ${isReplacing}
      and (${asOf}::pg_snapshot is null or ledger_seen(t.tx, ${asOf}::pg_snapshot))
      and (t.kind <> 'pending' or not exists (
        select from ledger_transfers r where r.pending_id = t.id
          and (${asOf}::pg_snapshot is null or ledger_seen(r.tx, ${asOf}::pg_snapshot))))
    order by t.happened_at desc, line desc limit ${limit + offset}`
  return run.rows<StatementRow>(db)`
    with lines as (
      (${side(sql`t.debit_account`)}) union all (${side(sql`t.credit_account`)})
      order by happened_at desc, line desc limit ${limit} offset ${offset}
    )
    select lines.line as id, t.kind, t.debit_account = ${account} as outgoing, t.amount,
      coalesce(h.amount, t.amount) as held_amount,
      coalesce(case when t.credit_account = ${account} then fee.amount end, 0) as commission,
      coalesce(h.code, t.code) as code,
      coalesce(h.cause_kind, t.cause_kind) as cause_kind,
      coalesce(h.cause_id, t.cause_id) as cause_id, t.happened_at
    from lines
    join ledger_transfers t on t.id = lines.id
    left join ledger_transfers h on h.id = t.pending_id
    left join ledger_transfers fee on t.kind = 'post' and t.code = 'fare'
      and fee.id = derived_id('booking.commission', t.cause_id)
    order by t.happened_at desc, lines.line desc`
}

export function countStatement(db: Reader, input: { account: string; asOf: string | null }) {
  const { account, asOf } = input
  const seen = sql`(${asOf}::pg_snapshot is null or ledger_seen(t.tx, ${asOf}::pg_snapshot))`
  // Each movement is a line, and each void that replaced a hold takes the line of that hold.
  const lines = (column: RawBuilder<unknown>) => sql`
    (select count(*) filter (where t.pending_id is null) - count(*) filter (where ${isReplacing})
      from ledger_transfers t
      where ${column} = ${account} and not ${takenFromFare} and ${seen})`
  return run.value<{ lines: number }>(db, 0)`
    select ${lines(sql`t.debit_account`)} + ${lines(sql`t.credit_account`)} as lines`
}

/** Returns a snapshot mark: it covers all rows committed now, and no later ones. */
export function findStatementMark(db: Reader) {
  return run.value<{ snapshot: string }>(db, '')`
    select pg_current_snapshot()::text as snapshot`
}

export type TopUpInput = { paymentId: string; transactionId: string; now: Date }

/** Pesos that a person owes, 0 if none; money that becomes free in the wallet repays them first. */
export function findDebt(db: Reader, userId: string) {
  return run.value<{ pesos: number }>(db, 0)`
    select ledger_debt(${userId}) as pesos`
}

export type ReversalRow = { outcome: string; taken: number; owed: number }

export function reverseRow(tx: Tx, input: TopUpInput) {
  return run.row<ReversalRow>(tx)`
    select outcome, taken, owed
    from ledger_reverse_topup(${input.paymentId}, ${input.transactionId}, ${input.now})
    `
}

export function returnFareRow(tx: Tx, input: { bookingId: string; now: Date }) {
  return run.row<{ outcome: string; owed: number }>(tx)`
    select outcome, owed from ledger_return_fare(${input.bookingId}, ${input.now})`
}

export function suspendRow(tx: Tx, input: TopUpInput) {
  return run.value<{ outcome: string }>(tx, '')`
    select ledger_suspend_topup(${input.paymentId}, ${input.transactionId}, ${input.now})
      as outcome`
}

export function returnRow(tx: Tx, input: Pick<TopUpInput, 'transactionId' | 'now'>) {
  return run.value<{ outcome: string }>(tx, '')`
    select ledger_return_suspended(${input.transactionId}, ${input.now}) as outcome`
}

/** Pending holds of a wallet, as payer or payee, whatever made them. */
export function listHoldsBeforeClosing(reader: Reader, { userId }: ClosingAsked) {
  const wallet = walletId(userId)
  return run.rows<OpenRow>(reader)`
    select 'hold' as kind, t.id, t.cause_id as cause, t.created_at as at
    from ledger_accounts a
    join ledger_transfers t on a.id in (t.debit_account, t.credit_account)
    where a.id = ${wallet} and a.debits_pending + a.credits_pending > 0 and t.kind = 'pending'
      and not exists (select from ledger_transfers e where e.pending_id = t.id)
    order by at, t.id limit 50`
}

/** Lets credits for travelling lapse in the wallet of a closed account; pesos that lapsed. */
export function lapseCredits(tx: Tx, { userId, now }: { userId: string; now: Date }) {
  return run.value<{ pesos: number | null }>(tx, 0)`
    select ledger_lapse_credits(${userId}, ${now}) as pesos`
}
