import { sql } from 'kysely'
import type { ApiVersion } from '#server/modules/bank/payouts/index.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** The only request of a withdrawal to the gateway. */
export type SendingRow = {
  withdrawalId: string
  idempotencyKey: string
  apiVersion: ApiVersion
  principalId: string
  accountId: string
  /** Encrypted body of the request; null once the personal data of a closed account is erased. */
  sealed: Buffer | null
  /** Number of attempts to send the request, including the current one. */
  tries: number
  firstSentAt: Date
  payoutId: string | null
}

const columns = sql`withdrawal_id as "withdrawalId", idempotency_key as "idempotencyKey",
  api_version as "apiVersion", principal_id as "principalId", account_id as "accountId",
  body_sealed as sealed, tries, first_sent_at as "firstSentAt", payout_id as "payoutId"`

/** Stores the request to the gateway before it is sent for the first time. */
export function insertSending(
  tx: Tx,
  row: Omit<SendingRow, 'tries' | 'firstSentAt' | 'payoutId'> & { now: Date },
) {
  return run.row<SendingRow>(tx)`
    insert into payout_sendings (withdrawal_id, idempotency_key, api_version, principal_id,
      account_id, body_sealed, tries, first_sent_at)
    values (${row.withdrawalId}, ${row.idempotencyKey}, ${row.apiVersion}, ${row.principalId},
      ${row.accountId}, ${row.sealed}, 1, ${row.now})
    returning ${columns}`
}

export function findSending(reader: Reader, withdrawalId: string) {
  return run.row<SendingRow>(reader)`
    select ${columns} from payout_sendings where withdrawal_id = ${withdrawalId}`
}

/** Id of the withdrawal that was sent as this batch of the gateway. */
export function findIdByPayout(reader: Reader, payoutId: string) {
  return run.value<{ id: string }>(reader)`
    select withdrawal_id as id from payout_sendings where payout_id = ${payoutId}`
}

/** Counts an attempt before it is made; the caller has locked the withdrawal. */
export function countTry(tx: Tx, withdrawalId: string) {
  return run.row<SendingRow>(tx)`
    update payout_sendings set tries = least(tries + 1, 1000)
    where withdrawal_id = ${withdrawalId} returning ${columns}`
}

/** Deletes a request that the gateway did not take: the next hand-over counts as the first. */
export async function deleteSending(tx: Tx, withdrawalId: string) {
  await sql`delete from payout_sendings where withdrawal_id = ${withdrawalId}`.execute(tx)
}

/** Stores the gateway's id of the batch, unless one is stored already. */
export async function savePayoutId(tx: Tx, input: { withdrawalId: string; payoutId: string }) {
  await sql`
    update payout_sendings set payout_id = ${input.payoutId}
    where withdrawal_id = ${input.withdrawalId} and payout_id is null
      and not exists (select from payout_sendings o where o.payout_id = ${input.payoutId})
    `.execute(tx)
}

/** Records an alarm for a state of the gateway; true the first time per payout and state. */
export function noteAlarm(tx: Tx, input: { withdrawalId: string; state: string }) {
  return run.changedOne(tx)`
    update payout_sendings set alarmed_state = ${input.state}
    where withdrawal_id = ${input.withdrawalId}
      and alarmed_state is distinct from ${input.state}`
}

/** Marks a withdrawal as `sent`: the gateway has it. */
export async function markTaken(tx: Tx, input: { id: string; now: Date }) {
  await sql`
    update withdrawals set status = 'sent', updated_at = ${input.now}
    where id = ${input.id} and status = 'sending'`.execute(tx)
}

/** Sets a withdrawal that the gateway does not have back to `approved`. */
export async function markNotTaken(tx: Tx, input: { id: string; now: Date }) {
  await sql`
    update withdrawals set status = 'approved', channel = null, sent_at = null,
      updated_at = ${input.now}
    where id = ${input.id} and status = 'sending'`.execute(tx)
}

/** Marks a withdrawal as unanswered: it is unknown whether it was paid. True when that is new. */
export function markUnanswered(tx: Tx, input: { id: string; now: Date }) {
  return run.changedOne(tx)`
    update withdrawals set unanswered_at = ${input.now}, updated_at = ${input.now}
    where id = ${input.id} and unanswered_at is null and closed_at is null
      and status in ('sending', 'sent') and channel = 'gateway'`
}

/** Removes the unanswered mark and one person's result. True when the withdrawal was marked. */
export function clearUnanswered(tx: Tx, input: { id: string; now: Date }) {
  return run.changedOne(tx)`
    update withdrawals set unanswered_at = null, result = null, result_note = null,
      result_by = null, result_at = null, updated_at = ${input.now}
    where id = ${input.id} and unanswered_at is not null and closed_at is null`
}
