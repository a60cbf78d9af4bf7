import { DatabaseSync } from 'node:sqlite'

export type SandboxStatus = 'PENDING' | 'APPROVED' | 'DECLINED' | 'VOIDED' | 'ERROR'

/** Ways in which the events of a transaction reach the shop. */
export const deliveries = ['normal', 'duplicate', 'reorder', 'delay', 'none'] as const
export type Delivery = (typeof deliveries)[number]

export type SandboxTransaction = {
  id: string
  reference: string
  amount_in_cents: number
  currency: string
  status: SandboxStatus
  status_message: string | null
  payment_method_type: string
  customer_email: string | null
  redirect_url: string | null
  delivery: Delivery
  created_at: string
  finalized_at: string | null
}

export type SandboxEvent = {
  id: number
  transaction_id: string
  body: string
  /** Unix milliseconds at which the event is sent next. */
  due_at: number
  attempts: number
  /** 1 when the event was answered with 200 or abandoned. */
  done: number
  last_status: number | null
}

/** Delayed result of a pending transaction. */
export type Planned = { transaction_id: string; status: SandboxStatus; due_at: number }

const SCHEMA = `
  pragma journal_mode = wal;
  create table if not exists transactions (
    id text primary key, reference text not null, amount_in_cents integer not null,
    currency text not null, status text not null, status_message text,
    payment_method_type text not null, customer_email text, redirect_url text,
    delivery text not null, created_at text not null, finalized_at text
  ) strict;
  create index if not exists transactions_reference on transactions (reference);
  create table if not exists events (
    id integer primary key, transaction_id text not null, body text not null,
    due_at integer not null, attempts integer not null default 0,
    done integer not null default 0, last_status integer
  ) strict;
  create index if not exists events_open on events (due_at) where done = 0;
  create table if not exists plans (
    transaction_id text primary key, status text not null, due_at integer not null
  ) strict;
`

export type WompiStore = ReturnType<typeof openWompiStore>

/** Opens the state of the Wompi sandbox; stored in a file, it survives a crash. */
export function openWompiStore(file: string | undefined) {
  const db = new DatabaseSync(file ?? ':memory:', { timeout: 5_000 })
  db.exec(SCHEMA)
  const all = <T>(text: string, ...values: (string | number | null)[]) =>
    db.prepare(text).all(...values) as T[]
  const run = (text: string, ...values: (string | number | null)[]) => {
    db.prepare(text).run(...values)
  }
  return {
    addTransaction(row: SandboxTransaction) {
      run(
        'insert into transactions values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        ...[row.id, row.reference, row.amount_in_cents, row.currency, row.status],
        ...[row.status_message, row.payment_method_type, row.customer_email, row.redirect_url],
        ...[row.delivery, row.created_at, row.finalized_at],
      )
    },
    transaction(id: string) {
      return all<SandboxTransaction>('select * from transactions where id = ?', id)[0]
    },
    byReference(reference: string) {
      const text = 'select * from transactions where reference = ? order by created_at, rowid'
      return all<SandboxTransaction>(text, reference)
    },
    between(part: { from: string; until: string; limit: number; offset: number }) {
      const text =
        'select * from transactions where substr(created_at, 1, 10) between ? and ?' +
        ' order by created_at, rowid limit ? offset ?'
      const { from, until, limit, offset } = part
      return all<SandboxTransaction>(text, from, until, limit, offset)
    },
    newest(limit: number) {
      const text = 'select * from transactions order by created_at desc, rowid desc limit ?'
      return all<SandboxTransaction>(text, limit)
    },
    setStatus(id: string, change: { status: SandboxStatus; message: string | null; at: string }) {
      const text =
        'update transactions set status = ?, status_message = ?, finalized_at = ? where id = ?'
      run(text, change.status, change.message, change.at, id)
      run('delete from plans where transaction_id = ?', id)
    },
    plan(planned: Planned) {
      const text = 'insert or replace into plans values (?, ?, ?)'
      run(text, planned.transaction_id, planned.status, planned.due_at)
    },
    duePlans(now: number) {
      return all<Planned>('select * from plans where due_at <= ? order by due_at', now)
    },
    addEvent(event: { transactionId: string; body: string; dueAt: number }) {
      const text = 'insert into events (transaction_id, body, due_at) values (?, ?, ?)'
      run(text, event.transactionId, event.body, event.dueAt)
    },
    openEvents(dueBefore: number) {
      const text = 'select * from events where done = 0 and due_at <= ? order by due_at, id'
      return all<SandboxEvent>(text, dueBefore)
    },
    markEvent(id: number, after: { done: boolean; dueAt: number; status: number | null }) {
      const text =
        'update events set attempts = attempts + 1, done = ?, due_at = ?, last_status = ?' +
        ' where id = ?'
      run(text, after.done ? 1 : 0, after.dueAt, after.status, id)
    },
    eventsOf(transactionId: string) {
      return all<SandboxEvent>('select * from events where transaction_id = ?', transactionId)
    },
    close() {
      db.close()
    },
  }
}
