import { sql } from 'kysely'
import type { PayoutBatch } from '#contract/payout-batches.ts'
import { payoutPort } from '#server/modules/bank/payouts/index.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { Part } from '#server/platform/paging.ts'
import type { Proposed } from '#server/platform/proposed.ts'
import { clearReturn } from './returns.queries.ts'
import { listWithdrawalsByIds, type WithdrawalRow } from './withdrawals.queries.ts'

/** `waiting`: those of any state on which a person of finance must act. */
export type QueuePart = 'waiting' | 'requested' | 'approved' | 'sent' | 'closed'

/**
 * SQL condition: a person of finance must act on a row of `withdrawals`.
 * @param paidByHand whether no provider pays, so that finance does
 */
const waitsForFinance = (paidByHand: boolean) => sql`(closed_at is null and (
  status = 'requested' or channel = 'bank_file' or unanswered_at is not null
  or (status = 'approved' and ${paidByHand}))
  or return_by is not null and return_confirmed_by is null)`

/**
 * A page of the queue: open withdrawals oldest first, with what somebody else must sign after the
 * viewer at the end; ended ones newest first.
 */
export async function listQueueRows(
  reader: Reader,
  input: { part: QueuePart; paidByHand: boolean; viewerId: string } & Part,
): Promise<{ found: WithdrawalRow[]; total: number }> {
  const statuses = input.part === 'sent' ? ['sent', 'sending'] : [input.part]
  const isClosed = input.part === 'closed'
  const which = isClosed
    ? sql`w.closed_at is not null`
    : input.part === 'waiting'
      ? waitsForFinance(input.paidByHand)
      : sql`w.closed_at is null and w.status = any(${statuses}::text[])`
  // What a signature lapsed on is first in line.
  const order = isClosed
    ? sql`w.closed_at desc`
    : sql`coalesce((select true from signature_lapses l where l.subject_id = w.id limit 1),
        false) desc,
        coalesce(${input.viewerId} = case when w.status = 'requested' then w.first_by
          else coalesce(w.return_by, w.result_by) end, false),
        coalesce(w.return_at, w.created_at)`
  const rows = await run.rows<{ id: string; total: number }>(reader)`
    select w.id, count(*) over () as total from withdrawals w
    where ${which} order by ${order}, w.created_at, w.id
    limit ${input.limit} offset ${input.offset}`
  const ids = rows.map(({ id }) => id)
  return { found: await listWithdrawalsByIds(reader, ids), total: rows[0]?.total ?? 0 }
}

/** Number of other people with the payout account, by withdrawal id; zeros are absent. */
export function findOthersWithAccount(reader: Reader, ids: readonly string[]) {
  return run.by<{ id: string; others: number }>(reader, 'id')`
    select w.id, count(distinct o.user_id) as others from withdrawals w
    join payout_accounts a on a.id = w.account_id
    join payout_accounts o on o.number_index = a.number_index and o.user_id <> w.user_id
    where w.id = any(${ids}::uuid[])
    group by w.id`
}

/** Ids of withdrawals that this person signed last, after an instant; the latest first. */
export function listSignedSince(reader: Reader, input: { by: string; since: Date }) {
  return run.values<{ id: string }>(reader)`
    select id from withdrawals
    where status in ('requested', 'approved') and coalesce(second_at, first_at) > ${input.since}
      and coalesce(second_by, first_by) = ${input.by}
    order by coalesce(second_at, first_at) desc, id limit 20`
}

export type WaitingSignature = Proposed & {
  kind: 'withdrawal' | 'payout_result' | 'payout_return' | 'payout_batch'
}

/** First signatures of finance that wait for a second person, the oldest first. */
export function listWaitingSignatures(reader: Reader) {
  return run.rows<WaitingSignature>(reader)`
    select id, 'withdrawal' as kind, reference as detail, null as reason, amount_pesos as pesos,
      first_by as by, first_at as at, array[user_id] as about
    from withdrawals where status = 'requested' and first_by is not null
    union all
    select id, 'payout_result', reference, result_note, amount_pesos, result_by, result_at,
      array[user_id]
    from withdrawals
    where closed_at is null and result_by is not null and confirmed_by is null
    union all
    select id, 'payout_return', reference, return_reason, amount_pesos, return_by, return_at,
      array[user_id]
    from withdrawals where return_by is not null and return_confirmed_by is null
    union all
    select b.id, 'payout_batch', count(w.id)::text, null,
      coalesce(sum(w.amount_pesos), 0)::bigint, b.taken_back_by, b.taken_back_at,
      array_agg(distinct w.user_id) filter (where w.id is not null)
    from payout_batches b left join withdrawals w on w.batch_id = b.id
    where b.taken_back_by is not null and b.taken_back_confirmed_by is null
    group by b.id
    order by at, id limit 500`
}

/**
 * Removes a first signature, unless it changed meanwhile: the withdrawal, its result or the file
 * waits again. Returns whether it was removed.
 */
export async function voidSignature(
  tx: Tx,
  { kind, id, by, now }: Pick<WaitingSignature, 'kind' | 'id' | 'by'> & { now: Date },
): Promise<boolean> {
  if (kind === 'payout_return') return await clearReturn(tx, { id, by, now })
  const statements = {
    withdrawal: sql`
      update withdrawals set first_by = null, first_at = null, updated_at = ${now}
      where id = ${id} and status = 'requested' and first_by = ${by}`,
    payout_result: sql`
      update withdrawals set result = null, result_note = null, result_by = null,
        result_at = null, updated_at = ${now}
      where id = ${id} and closed_at is null and result_by = ${by}`,
    payout_batch: sql`
      update payout_batches set taken_back_by = null, taken_back_at = null
      where id = ${id} and taken_back_by = ${by} and taken_back_confirmed_by is null`,
  }
  const { numAffectedRows } = await statements[kind].execute(tx)
  return numAffectedRows === 1n
}

export type BatchRow = RowOf<Omit<PayoutBatch, 'takenBack'>, 'createdAt' | 'downloadedAt'> & {
  takenBackConfirmedBy: string | null
}

export async function insertBatch(tx: Tx, input: { id: string; by: string; now: Date }) {
  await sql`
    insert into payout_batches (id, created_by, created_at)
    values (${input.id}, ${input.by}, ${input.now})`.execute(tx)
}

/** Ids of withdrawals of other people that were approved until an instant, oldest first. */
export function listApproved(
  reader: Reader,
  input: { exceptOf: string; until: Date; limit: number },
) {
  return run.values<{ id: string }>(reader)`
    select id from withdrawals where status = 'approved' and user_id <> ${input.exceptOf}
      and coalesce(second_at, first_at) <= ${input.until}
    order by created_at, id limit ${input.limit}`
}

/** Locks a batch and returns the people who said that its file was not uploaded. */
export function lockBatch(tx: Tx, id: string) {
  return run.row<{ takenBackBy: string | null; takenBackConfirmedBy: string | null }>(tx)`
    select taken_back_by as "takenBackBy", taken_back_confirmed_by as "takenBackConfirmedBy"
    from payout_batches where id = ${id} for no key update`
}

/** Records who says that the file was not uploaded; null: the second person disagrees. */
export async function setTakenBack(
  tx: Tx,
  { id, by, now }: { id: string; by: string | null; now: Date },
) {
  await sql`
    update payout_batches set taken_back_by = ${by},
      taken_back_at = ${by === null ? null : now}::timestamptz where id = ${id}`.execute(tx)
}

/** Records that a second person confirms that the file of a batch was not uploaded. */
export async function confirmTakenBack(
  tx: Tx,
  { id, by, now }: { id: string; by: string; now: Date },
) {
  await sql`
    update payout_batches set taken_back_confirmed_by = ${by}, taken_back_confirmed_at = ${now}
    where id = ${id}`.execute(tx)
}

/** Sets a withdrawal of a revoked file back to `approved`, so that it is handed over again. */
export async function markApprovedAgain(tx: Tx, { id, now }: { id: string; now: Date }) {
  await sql`
    update withdrawals set status = 'approved', channel = null, batch_id = null, sent_at = null,
      updated_at = ${now}, next_check_at = ${now}
    where id = ${id} and status = 'sent'`.execute(tx)
}

/** Batches of withdrawals, newest first, or only the batch with this id. */
export async function listBatchRows(reader: Reader, input: { id: string | null } & Part) {
  const rows = await run.rows<BatchRow>(reader)`
    select b.id, b.created_at as "createdAt", b.created_by as "createdBy",
      b.downloaded_at as "downloadedAt", b.taken_back_by as "takenBackBy",
      b.taken_back_confirmed_by as "takenBackConfirmedBy", count(w.id) as count,
      coalesce(sum(w.amount_pesos), 0)::bigint as total,
      count(w.id) filter (where w.closed_at is null) as open
    from payout_batches b left join withdrawals w on w.batch_id = b.id
    where ${input.id}::uuid is null or b.id = ${input.id}::uuid
    group by b.id order by b.created_at desc, b.id desc
    limit ${input.limit} offset ${input.offset}`
  const total = await run.value<{ total: number }>(reader, 0)`
    select count(*) as total from payout_batches`
  return { found: rows, total }
}

/** Records the only download of a batch; false when it was downloaded before. */
export function markDownloaded(tx: Tx, input: { id: string; by: string; now: Date }) {
  return run.changedOne(tx)`
    update payout_batches set downloaded_by = ${input.by}, downloaded_at = ${input.now}
    where id = ${input.id} and downloaded_at is null`
}

/** Withdrawals of a batch, in the order in which they were requested. */
export async function listWithdrawalsInBatch(reader: Reader, id: string): Promise<WithdrawalRow[]> {
  const rows = await run.rows<{ id: string }>(reader)`
    select id from withdrawals where batch_id = ${id} order by created_at, id`
  const ids = rows.map((row) => row.id)
  return await listWithdrawalsByIds(reader, ids)
}

/** Withdrawals on which finance must act. */
export const countWithdrawals: CountQueue = (deps) =>
  sql<QueueCount>`
    select count(*)::int as count, min(coalesce(return_at, created_at)) as "oldestAt"
    from withdrawals where ${waitsForFinance(payoutPort(deps) === undefined)}`.execute(deps.db)
