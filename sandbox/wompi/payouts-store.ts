import { DatabaseSync } from 'node:sqlite'

/** Statuses that the bank sets. The published list has more; `tell` can set any word. */
export type PayoutStatus = 'PENDING' | 'APPROVED' | 'FAILED'

export type SandboxPayout = {
  id: string
  payout_id: string
  /** Merchant that owns the payout: others see neither the payout nor its key. */
  principal_id: string
  api_version: 'v1' | 'v2'
  idempotency_key: string
  /** Reference of the transaction and of its batch; a transaction without one has null. */
  reference: string | null
  batch_reference: string
  amount_in_cents: number
  status: string
  /** Status of the batch; null: it follows from the transactions. */
  batch_status: string | null
  failure_code: string | null
  /** Payee as it was sent, in JSON. */
  payee: string
  created_at: string
  /** Time at which the bank reported the result; null before. */
  applied_at: string | null
  /** Unix milliseconds at which the payout settles by itself; null: it is settled by hand. */
  settles_at: number | null
}

type StoredEvent = { id: number; transaction_id: string; body: string }

// The table name differs from earlier releases, whose table lacks columns. Its data are only for
// tests, so they are not migrated.
const SCHEMA = `
  pragma journal_mode = wal;
  create table if not exists batch_payments (
    id text primary key, payout_id text not null, principal_id text not null,
    api_version text not null, idempotency_key text not null, reference text,
    batch_reference text not null, amount_in_cents integer not null, status text not null,
    batch_status text, failure_code text, payee text not null, created_at text not null,
    settles_at integer, applied_at text
  ) strict;
  create unique index if not exists batch_payments_key
    on batch_payments (principal_id, idempotency_key);
  create index if not exists batch_payments_reference on batch_payments (batch_reference);
  create index if not exists batch_payments_batch on batch_payments (payout_id);
  create table if not exists payout_events (
    id integer primary key, transaction_id text not null, body text not null,
    done integer not null default 0
  ) strict;
`

const COLUMNS = [
  ...['id', 'payout_id', 'principal_id', 'api_version', 'idempotency_key', 'reference'],
  ...['batch_reference', 'amount_in_cents', 'status', 'batch_status', 'failure_code', 'payee'],
  ...['created_at', 'settles_at', 'applied_at'],
]

type BatchPage = { limit: number; offset: number }
type BatchFilter = { principal: string; from: string; until: string; reference: string }

export type PayoutsStore = ReturnType<typeof openPayoutsStore>

/** Opens the store of payouts and waiting events; in memory without a file. */
export function openPayoutsStore(file = ':memory:') {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec(SCHEMA)
  const all = <T>(sql: string, ...values: (string | number)[]) =>
    db.prepare(sql).all(...values) as T[]
  const rows = (where: string, ...values: (string | number)[]) =>
    all<SandboxPayout>(`select * from batch_payments ${where}`, ...values)
  return {
    add(row: SandboxPayout) {
      db.prepare(
        `insert into batch_payments (${COLUMNS.join(', ')})
         values (${COLUMNS.map((column) => `:${column}`).join(', ')})`,
      ).run(row)
    },
    byId: (id: string) => rows('where id = ?', id)[0],
    byKey: (principal: string, key: string) =>
      rows('where principal_id = ? and idempotency_key = ?', principal, key)[0],
    /** Expires keys of older payouts: a request with such a key is a new payout. */
    expireKeys(before: string) {
      db.prepare('update batch_payments set idempotency_key = id where created_at < ?').run(before)
    },
    byReference: (reference: string) => rows('where batch_reference = ? order by rowid', reference),
    ofPayout: (payoutId: string) => rows('where payout_id = ? order by rowid', payoutId),
    /** Lists batches by date in UTC, both dates included, or by reference; with their number. */
    batches({ principal, from, until, reference }: BatchFilter, page: BatchPage) {
      const found = rows(
        `where rowid in (select min(rowid) from batch_payments group by payout_id)
           and principal_id = ? and substr(created_at, 1, 10) between ? and ?
           and (? = '' or batch_reference = ?) order by rowid`,
        ...[principal, from || '0000', until || '9999', reference, reference],
      )
      return { total: found.length, found: found.slice(page.offset, page.offset + page.limit) }
    },
    newest: (limit: number) => rows('order by rowid desc limit ?', limit),
    due: (now: number) => rows(`where status = 'PENDING' and settles_at <= ?`, now),
    settle(id: string, to: { status: string; code: string | null; at: string | null }) {
      db.prepare(
        'update batch_payments set status = ?, failure_code = ?, applied_at = ? where id = ?',
      ).run(to.status, to.code, to.at, id)
    },
    setBatch(payoutId: string, status: string | null) {
      db.prepare('update batch_payments set batch_status = ? where payout_id = ?').run(
        status,
        payoutId,
      )
    },
    loseReference(id: string) {
      db.prepare('update batch_payments set reference = null where id = ?').run(id)
    },
    forget(id: string) {
      db.prepare('delete from batch_payments where id = ?').run(id)
    },
    addEvent(transactionId: string, body: string) {
      db.prepare('insert into payout_events (transaction_id, body) values (?, ?)').run(
        transactionId,
        body,
      )
    },
    openEvents: () => all<StoredEvent>('select * from payout_events where done = 0 order by id'),
    markEvent(id: number) {
      db.prepare('update payout_events set done = 1 where id = ?').run(id)
    },
    close: () => db.close(),
  }
}
