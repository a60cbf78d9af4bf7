import { DatabaseSync } from 'node:sqlite'

export type PayoutStatus = 'PENDING' | 'APPROVED' | 'FAILED'

export type SandboxPayout = {
  id: string
  payout_id: string
  idempotency_key: string
  reference: string
  amount_in_cents: number
  status: PayoutStatus
  failure_code: string | null
  /** What was paid to, as it was sent. */
  payee: string
  created_at: string
  /** When the bank said what became of it; null before. */
  applied_at: string | null
  /** Unix milliseconds: when it settles by itself; null while somebody has to. */
  settles_at: number | null
}

export type PayoutEvent = { id: number; transaction_id: string; body: string }

const SCHEMA = `
  pragma journal_mode = wal;
  create table if not exists payouts (
    id text primary key, payout_id text not null, idempotency_key text not null unique,
    reference text not null, amount_in_cents integer not null, status text not null,
    failure_code text, payee text not null, created_at text not null, settles_at integer,
    applied_at text
  ) strict;
  create table if not exists payout_events (
    id integer primary key, transaction_id text not null, body text not null,
    done integer not null default 0
  ) strict;
`

export type PayoutsStore = ReturnType<typeof openPayoutsStore>

/** Payouts and events that wait; in memory without a file. */
export function openPayoutsStore(file = ':memory:') {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec(SCHEMA)
  // A file of before this column.
  const columns = db
    .prepare('pragma table_info(payouts)')
    .all()
    .map(({ name }) => name)
  if (!columns.includes('applied_at')) db.exec('alter table payouts add column applied_at text')
  const all = <T>(sql: string, ...values: (string | number)[]) =>
    db.prepare(sql).all(...values) as T[]
  return {
    add(row: SandboxPayout) {
      db.prepare(
        `insert into payouts values (:id, :payout_id, :idempotency_key, :reference,
           :amount_in_cents, :status, :failure_code, :payee, :created_at, :settles_at,
           :applied_at)`,
      ).run(row)
    },
    byId: (id: string) => all<SandboxPayout>('select * from payouts where id = ?', id)[0],
    byKey: (key: string) =>
      all<SandboxPayout>('select * from payouts where idempotency_key = ?', key)[0],
    /** Keys of payouts older than this mean nothing: a request with one is a new payout. */
    expireKeys(before: string) {
      db.prepare('update payouts set idempotency_key = id where created_at < ?').run(before)
    },
    byReference: (reference: string) =>
      all<SandboxPayout>('select * from payouts where reference = ? order by rowid', reference),
    ofPayout: (payoutId: string) =>
      all<SandboxPayout>('select * from payouts where payout_id = ? order by rowid', payoutId),
    /** Payouts of these days, both included, by their date in UTC. */
    between: (days: { from: string; until: string }, page: { limit: number; offset: number }) =>
      all<{ payout_id: string; created_at: string }>(
        `select payout_id, min(created_at) as created_at from payouts
         where substr(created_at, 1, 10) between ? and ?
         group by payout_id order by min(rowid) limit ? offset ?`,
        ...[days.from, days.until, page.limit, page.offset],
      ),
    newest: (limit: number) =>
      all<SandboxPayout>('select * from payouts order by rowid desc limit ?', limit),
    due: (now: number) =>
      all<SandboxPayout>(`select * from payouts where status = 'PENDING' and settles_at <= ?`, now),
    settle(id: string, to: { status: PayoutStatus; code: string | null; at: string }) {
      db.prepare(
        'update payouts set status = ?, failure_code = ?, applied_at = ? where id = ?',
      ).run(to.status, to.code, to.at, id)
    },
    forget(id: string) {
      db.prepare('delete from payouts where id = ?').run(id)
    },
    addEvent(transactionId: string, body: string) {
      db.prepare('insert into payout_events (transaction_id, body) values (?, ?)').run(
        transactionId,
        body,
      )
    },
    openEvents: () => all<PayoutEvent>('select * from payout_events where done = 0 order by id'),
    markEvent(id: number) {
      db.prepare('update payout_events set done = 1 where id = ?').run(id)
    },
    close: () => db.close(),
  }
}
