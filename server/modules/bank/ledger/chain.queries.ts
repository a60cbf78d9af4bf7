import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** Views whose rows are hashed, in the order in which a batch hashes them. */
export const lineSources = [
  'ledger_account_lines',
  'ledger_refusal_lines',
  'ledger_transfer_lines',
] as const

export type ChainLine = { tx: number; id: string; line: string }

/** Range of a batch: all rows of the transactions from `fromTx` up to `toTx`. */
export type BatchRange = { no: number; previous: string; fromTx: number; toTx: number }

export type BatchDigest = { hash: string; accounts: number; refusals: number; transfers: number }

/** Reads rows of a range of transactions as lines of text, by transaction and id. */
export function listLines(
  db: Reader,
  source: (typeof lineSources)[number],
  { fromTx, toTx }: BatchRange,
  { after, limit }: { after: ChainLine | undefined; limit: number },
) {
  const rest = after ? sql`(tx, id) > (${after.tx}, ${after.id}::uuid)` : sql`tx >= ${fromTx}`
  return run.rows<ChainLine>(db)`
    select tx, id, line from ${sql.table(source)}
    where ${rest} and tx < ${toTx}
    order by tx, id limit ${limit}`
}

export type HeadRow = { no: number; hash: string; to_tx: number }

export function findChainHead(db: Reader) {
  return run.row<HeadRow>(db)`
    select no, hash, to_tx from ledger_batches order by no desc limit 1`
}

/** Finds where the next batch ends, after about `limit` transfers; null if nothing was written. */
export function findNextBatchEnd(db: Reader, { fromTx, limit }: { fromTx: number; limit: number }) {
  const newest = (table: string) => sql`
    (select tx from ${sql.table(table)} where tx >= ${fromTx} and tx < (select tx from settled)
      order by tx desc limit 1)`
  return run.value<{ to_tx: number | null }>(db, null)`
    with settled as materialized (select ledger_settled_below() as tx),
    written as (
      select max(tx) as last from (${newest('ledger_transfers')} union all
        ${newest('ledger_refusals')} union all ${newest('ledger_accounts')}) newest
    )
    select least(last, (
      select tx from ledger_transfers where tx >= ${fromTx}
      order by tx, id offset ${limit} limit 1)) + 1 as to_tx
    from written where last is not null`
}

/** Adds a batch to the chain. Returns false when another process added one first. */
export function addBatch(tx: Tx, batch: BatchRange & BatchDigest & { now: Date }) {
  return run.value<{ added: boolean }>(tx, false)`
    select ledger_add_batch(${batch.no}, ${batch.fromTx}, ${batch.toTx}, ${batch.transfers},
      ${batch.accounts}, ${batch.refusals}, ${batch.previous}, ${batch.hash}, ${batch.now})
      as added`
}

export type BatchRow = BatchDigest & {
  no: number
  previous_hash: string
  from_tx: number
  to_tx: number
}

/** Lists the batches after a number, in order. */
export function listBatchesAfter(db: Reader, { no, limit }: { no: number; limit: number }) {
  return run.rows<BatchRow>(db)`
    select no, previous_hash, hash, from_tx, to_tx, accounts, refusals, transfers
    from ledger_batches where no > ${no} order by no limit ${limit}`
}

/** Finds the number, hash and end of a batch. */
export function findBatchAt(db: Reader, no: number) {
  return run.row<HeadRow>(db)`
    select no, hash, to_tx from ledger_batches where no = ${no}`
}

/** Counts the transfers written before a time that are not in the chain. */
export function countUnchained(db: Reader, before: Date) {
  return run.value<{ missing: number }>(db, 0)`
    select count(*) as missing from ledger_transfers t
    where t.tx >= coalesce((select to_tx from ledger_batches order by no desc limit 1), 0)
      and t.created_at < ${before}`
}

/** Removes the time limits of the transaction, because verification is a background job. */
export async function noTimeLimit(tx: Tx) {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}

/** Runs `ledger_verify_part`. Returns whether more rows remain to be read in parts. */
export function verifyPart(tx: Tx, { restart, rows: limit }: { restart: boolean; rows: number }) {
  return run.value<{ more: boolean }>(tx, false)`
    select ledger_verify_part(${restart}, ${limit}) as more`
}

/** Runs `ledger_verify`. Returns the inconsistencies as text. */
export function verifyRows(tx: Tx, input: { all: boolean; now: Date }) {
  return run.values<{ finding: string }>(tx)`
    select finding from ledger_verify(${input.all}, ${input.now}) as finding`
}

export type VerifiedRow = { transfers: number; batch_no: number; checked_all_at: Date | null }

/** Returns the last verified batch and the number of verified transfers. */
export function findVerifiedBatch(db: Reader) {
  return run.row<VerifiedRow>(db)`
    select batch_no, checked_all_at, transfers + (
      select count(*) from ledger_transfers where tx >= upto_tx) as transfers
    from ledger_verified`
}

export async function rememberBatch(db: Reader, batch: { no: number; hash: string }) {
  await sql`select ledger_remember_batch(${batch.no}, ${batch.hash})`.execute(db)
}
