import { sql } from 'kysely'
import type { Db, Reader, Tx } from '#server/platform/db/tx.ts'
import type { ChainedTransfer } from './chain.ts'

export type MoveInput = {
  id: string
  kind: 'transfer' | 'pending'
  debit: string
  credit: string
  pesos: number
  code: string
  causeKind: string
  causeId: string
  expiresAt: Date | null
  now: Date
  happenedAt: Date | null
}

/** Runs `ledger_move`; answers 'created', 'same', 'conflict' or 'refused:<reason>'. */
export async function moveRow(tx: Tx, move: MoveInput): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    select ledger_move(${move.id}, ${move.kind}, ${move.debit}, ${move.credit}, ${move.pesos},
      ${move.code}, ${move.causeKind}, ${move.causeId}, ${move.expiresAt}, ${move.now},
      ${move.happenedAt}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? ''
}

export type ResolveInput = {
  id: string
  kind: 'post' | 'void' | 'expire'
  holdId: string
  pesos: number | null
  code: string
  causeKind: string
  causeId: string
  now: Date
  happenedAt: Date | null
}

/** Runs `ledger_resolve`; answers as `moveRow` does. */
export async function resolveRow(tx: Tx, input: ResolveInput): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    select ledger_resolve(${input.id}, ${input.kind}, ${input.holdId}, ${input.pesos},
      ${input.code}, ${input.causeKind}, ${input.causeId}, ${input.now},
      ${input.happenedAt}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? ''
}

/** Opens a person's wallet; answers its account id. Safe to repeat. */
export async function openWallet(
  tx: Tx,
  wallet: { ownerId: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select ledger_open_wallet(${wallet.ownerId}, ${wallet.now}) as id`.execute(tx)
  return rows[0]?.id
}

export type TotalsRow = {
  debits_posted: number
  credits_posted: number
  debits_pending: number
  credits_pending: number
}

export async function readTotals(db: Reader, id: string): Promise<TotalsRow | undefined> {
  const { rows } = await sql<TotalsRow>`
    select debits_posted, credits_posted, debits_pending, credits_pending
    from ledger_accounts where id = ${id}`.execute(db)
  return rows[0]
}

/** Holds past their time and not resolved; several workers may read the same. */
export async function expiredHolds(reader: Reader, now: Date, limit: number) {
  const { rows } = await sql<{ id: string; code: string; cause_kind: string; cause_id: string }>`
    select h.id, h.code, h.cause_kind, h.cause_id from ledger_transfers h
    where h.expires_at <= ${now} and h.kind = 'pending'
      and not exists (select from ledger_transfers r where r.pending_id = h.id)
    order by h.expires_at
    limit ${limit}`.execute(reader)
  return rows
}

/** Transfers that belong to no batch yet, in id order. */
export async function unchainedTransfers(
  tx: Tx,
  input: { since: Date; before: Date; limit: number },
): Promise<ChainedTransfer[]> {
  const { rows } = await sql<ChainedTransfer>`
    select t.id, t.kind, t.debit_account, t.credit_account, t.amount, t.currency, t.code,
      t.pending_id, t.cause_kind, t.cause_id, t.created_at
    from ledger_transfers t
    where t.created_at >= ${input.since} and t.created_at < ${input.before}
      and not exists (select from ledger_batch_items i where i.transfer_id = t.id)
    order by t.id
    limit ${input.limit}`.execute(tx)
  return rows
}

export async function chainHead(
  db: Reader,
): Promise<{ no: number; hash: string; created_at: Date } | undefined> {
  const { rows } = await sql<{ no: number; hash: string; created_at: Date }>`
    select no, hash, created_at from ledger_batches order by no desc limit 1`.execute(db)
  return rows[0]
}

/** Writes the batch; false when another process wrote one of the same number first. */
export async function insertBatch(
  tx: Tx,
  batch: { no: number; previousHash: string; hash: string; ids: string[]; now: Date },
): Promise<boolean> {
  const inserted = await sql`
    insert into ledger_batches (no, transfers, previous_hash, hash, created_at)
    values (${batch.no}, ${batch.ids.length}, ${batch.previousHash}, ${batch.hash}, ${batch.now})
    on conflict do nothing`.execute(tx)
  if (inserted.numAffectedRows !== 1n) return false
  await sql`
    insert into ledger_batch_items (transfer_id, batch_no)
    select unnest(${batch.ids}::uuid[]), ${batch.no}`.execute(tx)
  return true
}

export async function batchHeads(db: Reader) {
  const { rows } = await sql<{
    no: number
    transfers: number
    previous_hash: string
    hash: string
  }>`
    select no, transfers, previous_hash, hash from ledger_batches order by no`.execute(db)
  return rows
}

/** The transfers of some batches, in batch and id order; a deleted transfer is missing here. */
export async function batchedTransfers(
  db: Reader,
  input: { from: number; to: number },
): Promise<(ChainedTransfer & { batch_no: number })[]> {
  const { rows } = await sql<ChainedTransfer & { batch_no: number }>`
    select i.batch_no, t.id, t.kind, t.debit_account, t.credit_account, t.amount, t.currency,
      t.code, t.pending_id, t.cause_kind, t.cause_id, t.created_at
    from ledger_batch_items i
    join ledger_transfers t on t.id = i.transfer_id
    where i.batch_no between ${input.from} and ${input.to}
    order by i.batch_no, t.id`.execute(db)
  return rows
}

export async function countUnchained(db: Reader, before: Date): Promise<number> {
  const { rows } = await sql<{ missing: number }>`
    select count(*) as missing from ledger_transfers t
    where t.created_at < ${before}
      and not exists (select from ledger_batch_items i where i.transfer_id = t.id)`.execute(db)
  return rows[0]?.missing ?? 0
}

export type MismatchRow = TotalsRow & {
  id: string
  owner_id: string | null
  replayed_debits_posted: number
  replayed_credits_posted: number
  replayed_debits_pending: number
  replayed_credits_pending: number
}

/** Accounts whose totals are not what their transfers add up to, all in one snapshot. */
export async function replayMismatches(db: Db): Promise<MismatchRow[]> {
  const { rows } = await sql<MismatchRow>`
    with effects as (
      select debit_account as account,
        case when kind in ('transfer', 'post') then amount else 0 end as debits_posted,
        0::bigint as credits_posted,
        case when kind = 'pending' then amount else 0 end as debits_pending,
        0::bigint as credits_pending
      from ledger_transfers
      union all
      select credit_account, 0,
        case when kind in ('transfer', 'post') then amount else 0 end, 0,
        case when kind = 'pending' then amount else 0 end
      from ledger_transfers
      union all
      select h.debit_account, 0, 0, -h.amount, 0
      from ledger_transfers r join ledger_transfers h on h.id = r.pending_id
      union all
      select h.credit_account, 0, 0, 0, -h.amount
      from ledger_transfers r join ledger_transfers h on h.id = r.pending_id
    ),
    replayed as (
      select account, sum(debits_posted)::bigint as debits_posted,
        sum(credits_posted)::bigint as credits_posted,
        sum(debits_pending)::bigint as debits_pending,
        sum(credits_pending)::bigint as credits_pending
      from effects group by account
    )
    select a.id, a.owner_id, a.debits_posted, a.credits_posted, a.debits_pending,
      a.credits_pending,
      coalesce(p.debits_posted, 0)::bigint as replayed_debits_posted,
      coalesce(p.credits_posted, 0)::bigint as replayed_credits_posted,
      coalesce(p.debits_pending, 0)::bigint as replayed_debits_pending,
      coalesce(p.credits_pending, 0)::bigint as replayed_credits_pending
    from ledger_accounts a left join replayed p on p.account = a.id
    where (a.balanced and (a.debits_posted, a.credits_posted, a.debits_pending, a.credits_pending)
        is distinct from (coalesce(p.debits_posted, 0), coalesce(p.credits_posted, 0),
          coalesce(p.debits_pending, 0), coalesce(p.credits_pending, 0)))
      or (not a.balanced and (a.debits_posted, a.credits_posted, a.debits_pending,
        a.credits_pending) is distinct from (0::bigint, 0::bigint, 0::bigint, 0::bigint))
      or coalesce(p.debits_pending, 0) < 0 or coalesce(p.credits_pending, 0) < 0
    limit 100`.execute(db)
  return rows
}

/** Sum over all accounts, per currency, of credits less debits: zero when money is conserved. */
export async function currencySums(db: Reader) {
  const { rows } = await sql<{ currency: string; transfers: number; drift: number }>`
    with sides as (
      select a.currency, t.currency as moved,
        case when t.credit_account = a.id then t.amount else -t.amount end as signed
      from ledger_transfers t
      join ledger_accounts a on a.id in (t.debit_account, t.credit_account)
      where t.kind in ('transfer', 'post')
    )
    select currency, count(*) / 2 as transfers, sum(signed)::bigint as drift
    from sides group by currency
    union all
    select 'mixed', count(*), count(*) from sides where currency <> moved having count(*) > 0
    `.execute(db)
  return rows
}

/** Resolutions of something that is no hold, above it, or on other accounts. */
export async function brokenResolutions(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from ledger_transfers r
    left join ledger_transfers h on h.id = r.pending_id
    where r.pending_id is not null and (
      h.id is null or h.kind <> 'pending' or r.amount > h.amount
      or r.debit_account <> h.debit_account or r.credit_account <> h.credit_account
      or (r.kind <> 'post' and r.amount <> h.amount))
    limit 100`.execute(db)
  return rows.map((row) => row.id)
}
