import { setTimeout as sleep } from 'node:timers/promises'
import { type ControlledTransaction, sql, type Transaction } from 'kysely'
import { AppError } from '../errors.ts'
import type { Db } from './open.ts'
import { pgCode } from './outage.ts'
import type { DB } from './schema.generated.ts'

declare const txBrand: unique symbol

/** An open transaction. A type error results if a plain Db is passed instead. */
export type Tx = Transaction<DB> & { readonly [txBrand]: true }

/** A database or a transaction, for reads that are allowed in both. */
export type Reader = Db | Tx

export type { Db }

/** A template tag that runs its text as one statement; values become parameters, as with `sql`. */
type Statement<T> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<T>

/** Tags that run a statement: ``run.row<{ n: number }>(tx)`select …` ``. */
export const run = {
  rows,
  row,
  /** All rows, by the id in their column `key`. */
  by<Row>(db: Reader, key: keyof Row): Statement<Map<string, Row>> {
    return async (text, ...values) =>
      new Map((await rows<Row>(db)(text, ...values)).map((row) => [row[key] as string, row]))
  },
  /** Of a statement with one column: its value in each row. */
  values<Row extends object>(db: Reader): Statement<Row[keyof Row][]> {
    return async (text, ...values) => (await rows<Row>(db)(text, ...values)).map(onlyValue)
  },
  value,
  changes,
  /** Tells whether the statement wrote exactly one row. */
  changedOne(db: Reader): Statement<boolean> {
    return async (text, ...values) => (await changes(db)(text, ...values)) === 1
  },
}

function rows<Row>(db: Reader): Statement<Row[]> {
  return async (text, ...values) => (await sql<Row>(text, ...values).execute(db)).rows
}

/** The first row; `absent` for no row. */
function row<Row>(db: Reader): Statement<Row | undefined>
function row<Row>(db: Reader, absent: Row): Statement<Row>
function row<Row>(db: Reader, absent: null): Statement<Row | null>
function row<Row>(db: Reader, absent?: Row | null): Statement<Row | null | undefined> {
  return async (text, ...values) => (await rows<Row>(db)(text, ...values))[0] ?? absent
}

/** Of a statement with one column: its value in the first row; `absent` for no row, or null. */
function value<Row extends object>(db: Reader): Statement<Row[keyof Row] | undefined>
function value<Row extends object>(db: Reader, absent: null): Statement<Row[keyof Row] | null>
function value<Row extends object>(
  db: Reader,
  absent: NonNullable<Row[keyof Row]>,
): Statement<NonNullable<Row[keyof Row]>>
function value<Row extends object>(db: Reader, absent?: unknown): Statement<unknown> {
  return async (text, ...values) => {
    const [row] = await rows<Row>(db)(text, ...values)
    return (row && onlyValue(row)) ?? absent
  }
}

/** The number of rows that the statement wrote. */
function changes(db: Reader): Statement<number> {
  return async (text, ...values) =>
    Number((await sql(text, ...values).execute(db)).numAffectedRows ?? 0n)
}

function onlyValue<Row extends object>(row: Row): Row[keyof Row] {
  return Object.values(row)[0]
}

const ATTEMPTS = 12
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const LOCK_TIMEOUT = '55P03'
/** Error code raised by the SQL function `refuse_closing`. */
const ACCOUNT_CLOSING = 'CU001'

const committed = new WeakMap<object, (() => void)[]>()

type Outcome<T> = { value: T } | { refused: AppError }

/**
 * Runs `fn` in one transaction and commits. Retried on serialization failures and deadlocks, so
 * `fn` must have no effect outside the database. An AppError rolls back; with the flag `commit` the
 * writes are committed before it is thrown. Errors: `busy` when contention outlasts the retries.
 */
export function inTransaction<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<T> {
  return withRetries(async () => {
    const outcome = await runOnce(db, fn)
    if ('refused' in outcome) throw outcome.refused
    return outcome.value
  })
}

/** Runs one statement as its own transaction, retried, so without other effects. Errors: `busy`. */
export function inOneCall<T>(db: Db, fn: (db: Db) => Promise<T>): Promise<T> {
  return withRetries(() => fn(db))
}

/** Aborts this attempt of a transaction; `inTransaction` retries it, as after a deadlock. */
export function startAgain(why: string): never {
  throw Object.assign(new Error(why), { code: SERIALIZATION_FAILURE })
}

/** Tells whether concurrent writes caused the error, so that a retry can succeed. */
export function isContention(error: unknown): boolean {
  return [SERIALIZATION_FAILURE, DEADLOCK, LOCK_TIMEOUT].includes(pgCode(error) ?? '')
}

/** Tells whether another transaction held a row lock for longer than this call waits. */
export function isLockTimeout(error: unknown): boolean {
  return pgCode(error) === LOCK_TIMEOUT
}

async function withRetries<T>(fn: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fn()
    } catch (error) {
      const code = pgCode(error)
      if (isLockTimeout(error)) throw new AppError('busy')
      if (code === ACCOUNT_CLOSING) throw new AppError('account_closing')
      if (code !== SERIALIZATION_FAILURE && code !== DEADLOCK) throw error
      if (attempt >= ATTEMPTS) throw new AppError('busy')
      await sleep(Math.random() * Math.min(200, 4 * 2 ** attempt))
    }
  }
}

async function runOnce<T>(db: Db, fn: (tx: Tx) => Promise<T>): Promise<Outcome<T>> {
  const controlled = await db.startTransaction().execute()
  const tx = controlled as unknown as Tx
  let outcome: Outcome<T>
  try {
    outcome = await attempt(fn, tx)
    await controlled.commit().execute()
  } catch (error) {
    // Needed after a failed commit too: a connection that is not released is lost to the pool.
    await rollback(controlled)
    throw error
  }
  for (const effect of committed.get(tx) ?? []) effect()
  return outcome
}

async function attempt<T>(fn: (tx: Tx) => Promise<T>, tx: Tx): Promise<Outcome<T>> {
  try {
    return { value: await fn(tx) }
  } catch (error) {
    if (error instanceof AppError && error.commit) return { refused: error }
    throw error
  }
}

async function rollback(controlled: ControlledTransaction<DB>): Promise<void> {
  try {
    await controlled.rollback().execute()
  } catch {
    // The connection and its transaction are lost; the first error is the useful one.
  }
}

/** Runs an in-memory effect once the transaction has committed. The effect must never fail. */
export function afterCommit(tx: Tx, fn: () => void): void {
  const effects = committed.get(tx) ?? []
  effects.push(fn)
  committed.set(tx, effects)
}

const UNIQUE_VIOLATION = '23505'

/** Returns the name of the violated unique constraint, to map it to a domain error. */
export function brokenUnique(error: unknown): string | undefined {
  if (pgCode(error) !== UNIQUE_VIOLATION) return undefined
  const constraint = (error as { constraint?: unknown }).constraint
  return typeof constraint === 'string' ? constraint : undefined
}
