import { sql } from 'kysely'
import { CLAIM_OLD_DAYS } from '#contract/claims.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { CountQueue, QueueCount } from '#server/platform/deps.ts'
import type { Part } from '#server/platform/paging.ts'

export type ClaimRow = {
  id: string
  userId: string
  startedAt: Date
  /** Since when the team has work with it: old, or with an account to confirm. */
  waitsFrom: Date
  open: boolean
  sealed: Buffer | null
  payableFrom: Date | null
  givenBy: string | null
  heirBy: string | null
  heirAt: Date | null
}

const waitsFrom = sql`least(
  coalesce(c.started_at, c.due_at) + make_interval(days => ${CLAIM_OLD_DAYS}), c.heir_at)`

const columns = sql`c.id, c.user_id as "userId",
  coalesce(c.started_at, c.due_at) as "startedAt", c.claim_open as open, c.claim_sealed as sealed,
  ${waitsFrom} as "waitsFrom", c.claim_payable_from as "payableFrom",
  c.claim_given_by as "givenBy", c.heir_by as "heirBy",
  c.heir_at as "heirAt"`

/**
 * Opens the claim to pesos from before the closing; later ones do it by `follow_claim`. The caller
 * has locked the wallet. Returns whether there are any.
 */
export function openClaimToRest(tx: Tx, id: string) {
  return run.value<{ open: boolean }>(tx, false)`
    update account_closings c set claim_open = exists (
      select from ledger_accounts w where w.owner_id = c.user_id and w.kind = 'wallet'
        and w.currency = 'COP' and w.credits_posted > w.debits_posted)
    where c.id = ${id} returning claim_open as open`
}

/** Time after which the gateway reports no approval of a checkout any more. */
const LATE_DAYS = 30

/** Whether a checkout of the last days was not paid: a late approval would still credit it. */
export function hasUnfinishedTopUp(reader: Reader, input: { userId: string; now: Date }) {
  return run.value<{ found: boolean }>(reader, false)`
    select exists (select from payments p
      where p.user_id = ${input.userId} and p.status in ('open', 'abandoned')
        and p.created_at > ${input.now}::timestamptz - make_interval(days => ${LATE_DAYS})
      ) as found`
}

/** Stores whose a claim is and to which account it is paid; ends a proposal for an heir. */
export async function saveClaim(
  tx: Tx,
  claim: { id: string; sealed: Buffer; payableFrom: Date | null; givenBy: string | null },
) {
  await sql`
    update account_closings set claim_sealed = ${claim.sealed},
      claim_payable_from = ${claim.payableFrom}, claim_given_by = ${claim.givenBy},
      heir_by = null, heir_at = null
    where id = ${claim.id} and started_at is not null`.execute(tx)
}

/** Stores a claim with an account that another person must confirm; null: it was refused. */
export async function saveHeir(
  tx: Tx,
  { id, sealed, by, now }: { id: string; sealed: Buffer; by: string | null; now: Date },
) {
  await sql`
    update account_closings set claim_sealed = ${sealed}, heir_by = ${by},
      heir_at = ${by === null ? null : now}::timestamptz
    where id = ${id}`.execute(tx)
}

/**
 * Next page of open claims after an id, in order of id; none whose erasure is not over, which would
 * take the destination of a withdrawal.
 */
export function listOpenClaims(db: Db, after: string) {
  return run.rows<{ id: string }>(db)`
    select id from account_closings
    where claim_open and erased_at is not null and id > ${after}
    order by id limit 100`
}

export function findClaim(reader: Reader, id: string) {
  return run.row<ClaimRow>(reader)`
    select ${columns} from account_closings c
    where c.id = ${id} and c.started_at is not null`
}

export function lockClaim(tx: Tx, id: string) {
  return run.row<ClaimRow>(tx)`
    select ${columns} from account_closings c
    where c.id = ${id} and c.started_at is not null for no key update`
}

type Viewed = { viewerId: string; now: Date }

/** SQL condition: an open claim waits for this viewer: it is old, or they confirm its heirs. */
const claimWaits = ({ viewerId, now }: Viewed) =>
  sql`(started_at <= ${addMs(now, -CLAIM_OLD_DAYS * DAY_MS)} or heir_by <> ${viewerId})`

/** A page of open claims, or the one with this id, what is due first, with the wallets' pesos. */
export async function listClaimRows(
  db: Db,
  part: { id: string | null; waitsFor: Viewed | null } & Part,
) {
  const rows = await run.rows<ClaimRow & { pesos: number; total: number }>(db)`
    select ${columns}, w.credits_posted - w.debits_posted as pesos, count(*) over () as total
    from account_closings c
    join ledger_accounts w on w.owner_id = c.user_id and w.kind = 'wallet' and w.currency = 'COP'
    where c.claim_open and (${part.id}::uuid is null or c.id = ${part.id})
      and ${part.waitsFor ? claimWaits(part.waitsFor) : sql`true`}
    order by "waitsFrom", c.id
    limit ${part.limit} offset ${part.offset}`
  return { found: rows, total: rows[0]?.total ?? 0 }
}

/** Claims that are over: nothing is left, and nothing can arrive. Limited to a page. */
export function listEndedClaims(db: Db, now: Date) {
  return run.rows<{ id: string; userId: string }>(db)`
    select c.id, c.user_id as "userId" from account_closings c
    where c.claim_sealed is not null and not c.claim_open and c.erased_at is not null
      and not exists (select from payments p
        where p.user_id = c.user_id and p.status in ('open', 'abandoned')
          and p.created_at > ${now}::timestamptz - make_interval(days => ${LATE_DAYS}))
    order by c.id limit 100`
}

/**
 * Clears whose a claim was, and lets the digest of an account that the team entered be erased; no
 * effect when money has arrived meanwhile.
 */
export async function forgetClaim(tx: Tx, id: string) {
  await sql`
    update account_closings set claim_sealed = null, claim_payable_from = null, heir_by = null,
      heir_at = null, digests_erased_at = null
    where id = ${id} and not claim_open`.execute(tx)
}

export const countClaims: CountQueue = ({ db, clock }, { userId: viewerId }) =>
  sql<QueueCount>`
    select count(*)::int as count, min(${waitsFrom}) as "oldestAt"
    from account_closings c
    where claim_open and ${claimWaits({ viewerId, now: clock.now() })}`.execute(db)
