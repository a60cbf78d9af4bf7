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
  /** Unix milliseconds: when it settles by itself; null while somebody has to. */
  settles_at: number | null
}

export type PayoutEvent = { id: number; transaction_id: string; body: string }

const SCHEMA = `
  pragma journal_mode = wal;
  create table if not exists payouts (
    id text primary key, payout_id text not null, idempotency_key text not null unique,
    reference text not null, amount_in_cents integer not null, status text not null,
    failure_code text, payee text not null, created_at text not null, settles_at integer
  ) strict;
  create table if not exists payout_events (
    id integer primary key, transaction_id text not null, body text not null,
    done integer not null default 0
  ) strict;
`

export type PayoutsStore = ReturnType<typeof openPayoutsStore>

/** Payouts and events that wait; in memory without a file. */
export function openPayoutsStore(file = ':memory:') {
  const db = new DatabaseSync(file)
  db.exec(SCHEMA)
  const all = <T>(sql: string, ...values: (string | number)[]) =>
    db.prepare(sql).all(...values) as T[]
  return {
    add(row: SandboxPayout) {
      db.prepare(
        `insert into payouts values (:id, :payout_id, :idempotency_key, :reference,
           :amount_in_cents, :status, :failure_code, :payee, :created_at, :settles_at)`,
      ).run(row)
    },
    byId: (id: string) => all<SandboxPayout>('select * from payouts where id = ?', id)[0],
    byKey: (key: string) =>
      all<SandboxPayout>('select * from payouts where idempotency_key = ?', key)[0],
    byReference: (reference: string) =>
      all<SandboxPayout>('select * from payouts where reference = ? order by rowid', reference),
    newest: (limit: number) =>
      all<SandboxPayout>('select * from payouts order by rowid desc limit ?', limit),
    due: (now: number) =>
      all<SandboxPayout>(`select * from payouts where status = 'PENDING' and settles_at <= ?`, now),
    settle(id: string, status: PayoutStatus, code: string | null) {
      db.prepare('update payouts set status = ?, failure_code = ? where id = ?').run(
        status,
        code,
        id,
      )
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
