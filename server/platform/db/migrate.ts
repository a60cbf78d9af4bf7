// Builds an empty database from `database/`, and migrates an existing database.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type DatabaseFiles,
  readDatabaseFiles,
  type SqlFile,
  statementsOf,
} from './database-files.ts'
import { pgCode } from './tx.ts'

const shipped = path.join(import.meta.dirname, '../../../database')

/** Row of `schema_migrations` with the checksum of the files that built the database. */
const BUILD = '0000_schema'

/** Wait of a migration for a lock: later requests queue behind it, so it then lets them pass. */
const LOCK_WAIT_MS = 1_000
const ATTEMPTS = 90
const PAUSE_MS = 1_000
/** Limit of a statement, since it holds the locks of its rows. */
const STATEMENT_MS = 120_000

const LOCK_TIMEOUT = '55P03'
const DEADLOCK = '40P01'

/** Returns the name of the newest migration of this release; '0000_schema' if there is none. */
export async function latestMigration(folder = shipped): Promise<string> {
  const { migrations } = await readDatabaseFiles(folder)
  return migrations.at(-1)?.file ?? BUILD
}

/**
 * Builds an empty database, or applies the missing migrations, functions and grants in one
 * transaction. Safe in parallel and beside running servers. Does nothing to a database of a later
 * release. Returns the applied files. Throws when `database/` was changed without a migration, or
 * when a lock is unavailable for a minute and a half.
 */
export async function migrateToLatest(url: string, folder = shipped): Promise<string[]> {
  const files = await readDatabaseFiles(folder)
  const client = new pg.Client({
    connectionString: url,
    options: `-c lock_timeout=${LOCK_WAIT_MS} -c statement_timeout=${STATEMENT_MS}`,
  })
  await client.connect()
  try {
    const applied = await retryingLocks(() => inTransaction(client, () => apply(client, files)))
    await client.query('select ledger_continue_numbers()')
    return applied
  } finally {
    await client.end()
  }
}

/** Retries `work` when another process held a lock, after a pause in which other requests pass. */
async function retryingLocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = pgCode(error)
      if ((code !== LOCK_TIMEOUT && code !== DEADLOCK) || attempt === ATTEMPTS) throw error
      await sleep(PAUSE_MS)
    }
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function apply(client: pg.Client, files: DatabaseFiles): Promise<string[]> {
  // Only one process at a time; the lock ends with the transaction.
  await client.query(`select pg_advisory_xact_lock(hashtext('schema_migrations'))`)
  await client.query('set local check_function_bodies = off')
  const known = await readApplied(client)
  return known.size === 0 ? build(client, files) : update(client, files, known)
}

/** Reads name and checksum of each applied migration; empty for a new database. */
async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null)`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function build(client: pg.Client, files: DatabaseFiles): Promise<string[]> {
  for (const part of [files.definitions, files.data, files.grants]) await runAll(client, part)
  await note(client, BUILD, files.checksum)
  for (const { file, checksum } of files.migrations) await note(client, file, checksum)
  return [BUILD]
}

async function update(
  client: pg.Client,
  files: DatabaseFiles,
  known: ReadonlyMap<string, string>,
): Promise<string[]> {
  const names = new Set([BUILD, ...files.migrations.map(({ file }) => file)])
  const missing = files.migrations.filter(({ file }) => !known.has(file))
  for (const { file, checksum } of files.migrations) {
    if ((known.get(file) ?? checksum) === checksum) continue
    throw new Error(`migration ${file} was changed after it was applied`)
  }
  const isLater = known.has(BUILD) && [...known.keys()].some((name) => !names.has(name))
  if (isLater || known.get(BUILD) === files.checksum) return []
  if (!known.has(BUILD) || missing.length === 0) throw new Error(OTHER_SCHEMA)
  for (const migration of missing) {
    await runAll(client, statementsOf(migration))
    await note(client, migration.file, migration.checksum)
  }
  await runAll(client, files.functions)
  await runAll(client, files.grants)
  await note(client, BUILD, files.checksum)
  return missing.map(({ file }) => file)
}

const OTHER_SCHEMA =
  'this database was built from other files in database/, and no migration leads from there. ' +
  'Before release 0.1.0 the schema is edited in place: npm run db:reset deletes the local data.'

async function runAll(client: pg.Client, statements: readonly SqlFile[]): Promise<void> {
  for (const { file, text } of statements) {
    try {
      await client.query(text)
    } catch (error) {
      const code = pgCode(error)
      if (code === LOCK_TIMEOUT || code === DEADLOCK) throw error
      throw new Error(`database/${file}: ${(error as Error).message}`, { cause: error })
    }
  }
}

async function note(client: pg.Client, name: string, checksum: string): Promise<void> {
  await client.query(
    `insert into schema_migrations (name, checksum, applied_at) values ($1, $2, now())
     on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}
