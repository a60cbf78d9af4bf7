import { sql } from 'kysely'
import type { MoneyAct } from '#contract/desk-actions.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type MoneyActRow = Pick<
  MoneyAct,
  'id' | 'kind' | 'pesos' | 'cause' | 'withdrawable' | 'gatewayReference' | 'reason' | 'outcome'
> & {
  userId: string
  paymentId: string | null
  /** Booking of what the guarantee fund pays, which nobody proposed; else null. */
  bookingId: string | null
  proposedBy: string | null
  proposedAt: Date
  /** Whose first signature counts: the proposer's, or that of who signed again. */
  firstBy: string | null
  unpaidBy: string | null
  unpaidAt: Date | null
  unpaidProof: string | null
}

/** As inserted: nobody has decided, taken over or contested it. */
export type NewMoneyAct = Omit<
  MoneyActRow,
  'outcome' | 'firstBy' | 'bookingId' | 'unpaidBy' | 'unpaidAt' | 'unpaidProof'
>

const columns = sql`
  id, kind, user_id as "userId", payment_id as "paymentId", booking_id as "bookingId", pesos,
  cause, withdrawable,
  gateway_reference as "gatewayReference", reason, proposed_by as "proposedBy",
  proposed_at as "proposedAt", outcome, coalesce(taken_over_by, proposed_by) as "firstBy",
  unpaid_by as "unpaidBy", unpaid_at as "unpaidAt", unpaid_proof as "unpaidProof"`

/**
 * Inserts a proposal; answers false when its id or its gateway reference is used, or another one of
 * the same kind is open for the person.
 */
export function insertMoneyAct(tx: Tx, act: NewMoneyAct) {
  return run.changedOne(tx)`
    insert into money_acts (id, kind, user_id, payment_id, pesos, cause, withdrawable,
      gateway_reference, reason, proposed_by, proposed_at)
    values (${act.id}, ${act.kind}, ${act.userId}, ${act.paymentId}, ${act.pesos}, ${act.cause},
      ${act.withdrawable}, ${act.gatewayReference}, ${act.reason}, ${act.proposedBy},
      ${act.proposedAt})
    on conflict do nothing`
}

export function findMoneyAct(reader: Reader, id: string) {
  return run.row<MoneyActRow>(reader)`
    select ${columns} from money_acts where id = ${id}`
}

/** Whether a refund has this reference, compared without case and spaces. */
export function hasReference(reader: Reader, reference: string) {
  return run.value<{ found: boolean }>(reader, false)`
    select exists (select from money_acts
      where upper(gateway_reference) = upper(${reference}) and outcome is distinct from 'refused')
      as found`
}

/** Decides an open proposal; answers false when somebody decided it before. */
export function decideMoneyAct(
  tx: Tx,
  decision: { id: string; outcome: 'done' | 'refused' | 'lapsed'; by: string | null; now: Date },
) {
  return run.changedOne(tx)`
    update money_acts set outcome = ${decision.outcome}, decided_by = ${decision.by},
      decided_at = ${decision.now}
    where id = ${decision.id} and outcome is null`
}

/** Writes the first signature; of an open refund it also deletes the statement against it. */
export async function takeOverRefund(tx: Tx, { id, by }: { id: string; by: string }) {
  await sql`
    update money_acts
    set taken_over_by = ${by}, unpaid_by = null, unpaid_at = null, unpaid_proof = null
    where id = ${id} and outcome is null`.execute(tx)
}

export async function writeUnpaid(
  tx: Tx,
  said: { id: string; by: string; proof: string; now: Date },
) {
  await sql`
    update money_acts
    set unpaid_by = ${said.by}, unpaid_at = ${said.now}, unpaid_proof = ${said.proof}
    where id = ${said.id} and outcome is null`.execute(tx)
}

/** Number of people and pesos of the open refunds that one person proposed since an instant. */
export function sumOpenRefundsBy(reader: Reader, { by, since }: { by: string; since: Date }) {
  return run.row<{ people: number; pesos: number }>(reader, { people: 0, pesos: 0 })`
    select count(distinct user_id)::int as people, coalesce(sum(pesos), 0)::bigint as pesos
    from money_acts
    where outcome is null and kind = 'refund' and proposed_by = ${by} and proposed_at >= ${since}`
}

const SHOWN = 20

/** Lists the newest proposals about a person, or only the refunds of one top-up. */
export function listMoneyActs(reader: Reader, of: { userId: string; paymentId: string | null }) {
  return run.rows<MoneyActRow>(reader)`
    select ${columns} from money_acts
    where user_id = ${of.userId}
      and (${of.paymentId}::uuid is null or payment_id = ${of.paymentId}::uuid)
    order by proposed_at desc, id desc limit ${SHOWN}`
}

/** Lists proposals that nobody has decided, the oldest first. */
export function listOpenMoneyActs(reader: Reader) {
  return run.rows<MoneyActRow>(reader)`
    select ${columns} from money_acts
    where outcome is null order by proposed_at, id limit 500`
}

/** Kinds of the proposals of a person that nobody has decided: one of a kind can be open. */
export function listOpenKinds(reader: Reader, userId: string) {
  return run.values<Pick<MoneyActRow, 'kind'>>(reader)`
    select kind from money_acts where user_id = ${userId} and outcome is null`
}

/** Sums the credits of a person since an instant, given or open. */
export function sumCreditsSince(
  reader: Reader,
  { userId, since }: { userId: string; since: Date },
) {
  return run.value<{ pesos: number }>(reader, 0)`
    select coalesce(sum(pesos), 0)::bigint as pesos from money_acts
    where user_id = ${userId} and kind = 'credit' and proposed_at >= ${since}
      and coalesce(outcome, 'done') = 'done'`
}
