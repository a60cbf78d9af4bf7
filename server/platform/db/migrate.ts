// Builds an empty database from `database/`, and migrates an existing database.
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import packageJson from '../../../package.json' with { type: 'json' }
import {
  type DatabaseFiles,
  readDatabaseFiles,
  type SqlFile,
  sqlNames,
  statementsOf,
} from './database-files.ts'
import { markOutage, pgCode } from './outage.ts'

const shipped = path.join(import.meta.dirname, '../../../database')

/** Row of `schema_migrations` with the checksum of the tables, types and data. */
const SCHEMA = '0000_schema'
/** Row with the checksum of the functions and grants. */
const FUNCTIONS = '0000_functions'

/** Creates the table of what was applied, with the release that applied it. */
export const CREATE_HISTORY = `create table if not exists schema_migrations (
  name text primary key, checksum text not null, release text not null,
  applied_at timestamptz not null)`

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
  return (await sqlNames(folder, 'migrations')).at(-1) ?? SCHEMA
}

/**
 * Builds an empty database, or applies the missing migrations and then the functions and grants,
 * if they differ, in one transaction. Safe in parallel and beside running servers. Changes nothing
 * in a database of a later release. Returns the names of what was applied. Throws when tables or
 * data were changed without a migration, or when a lock is unavailable for a minute and a half.
 * `end: 'rollback'` tries everything, with the same locks, and keeps nothing.
 */
export async function migrateToLatest(
  url: string,
  folder = shipped,
  release = packageJson.version,
  end: 'commit' | 'rollback' = 'commit',
): Promise<string[]> {
  const files = await readDatabaseFiles(folder)
  const client = new pg.Client({
    connectionString: url,
    options: `-c lock_timeout=${LOCK_WAIT_MS} -c statement_timeout=${STATEMENT_MS}`,
  })
  await client.connect().catch((error: unknown) => Promise.reject(markOutage(error)))
  try {
    const work = () => inTransaction(client, end, () => apply({ client, files, release }))
    const applied = await retryingLocks(work)
    if (end === 'commit') await client.query('select ledger_continue_numbers()')
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

async function inTransaction<T>(
  client: pg.Client,
  end: 'commit' | 'rollback',
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query(end)
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

type Target = { client: pg.Client; files: DatabaseFiles; release: string }
/** The rows of `schema_migrations`, by the name of the migration or part. */
type Applied = ReadonlyMap<string, { checksum: string; release: string }>

async function apply(target: Target): Promise<string[]> {
  const { client } = target
  // Only one process at a time; the lock ends with the transaction.
  await client.query(`select pg_advisory_xact_lock(hashtext('schema_migrations'))`)
  await client.query('set local check_function_bodies = off')
  await client.query(CREATE_HISTORY)
  const known = await readApplied(client)
  return known.size === 0 ? build(target) : update(target, known)
}

async function readApplied(client: pg.Client): Promise<Applied> {
  // A table from before release 0.1.0 has no column for the release; such a database is refused.
  const { rows } = await client.query<{ name: string; checksum: string; release: string }>(
    `select name, checksum, to_jsonb(m) ->> 'release' as release from schema_migrations m`,
  )
  return new Map(rows.map(({ name, ...row }) => [name, row]))
}

async function build(target: Target): Promise<string[]> {
  const { client, files } = target
  for (const part of [files.definitions, files.data, files.grants]) await runAll(client, part)
  await note(target, SCHEMA, files.schemaChecksum)
  await note(target, FUNCTIONS, files.functionsChecksum)
  for (const { file, checksum } of files.migrations) await note(target, file, checksum)
  return [SCHEMA]
}

async function update(target: Target, known: Applied): Promise<string[]> {
  const { client, files } = target
  for (const { file, checksum } of files.migrations) {
    if ((known.get(file)?.checksum ?? checksum) === checksum) continue
    throw new Error(`migration ${file} was changed after it was applied`)
  }
  if (!known.has(FUNCTIONS)) throw new Error(BEFORE_FIRST_RELEASE)
  if (isLater(target, known)) return []
  const missing = files.migrations.filter(({ file }) => !known.has(file))
  const isSameSchema = known.get(SCHEMA)?.checksum === files.schemaChecksum
  if (!isSameSchema && missing.length === 0) throw new Error(NO_MIGRATION)
  for (const migration of missing) {
    await runAll(client, statementsOf(migration))
    await note(target, migration.file, migration.checksum)
  }
  if (!isSameSchema) await note(target, SCHEMA, files.schemaChecksum)
  const replaced = await replaceFunctions(target, known, missing.length > 0)
  return [...missing.map(({ file }) => file), ...replaced]
}

/**
 * Returns whether a newer program migrated the database: a row names a newer release, or this
 * version has applied a migration that is not among our files.
 */
function isLater({ files, release }: Target, known: Applied): boolean {
  const ours = new Set([SCHEMA, FUNCTIONS, ...files.migrations.map(({ file }) => file)])
  return [...known].some(([name, row]) => {
    const order = row.release.localeCompare(release, 'en', { numeric: true })
    return order > 0 || (order === 0 && !ours.has(name))
  })
}

/** Replaces functions and grants that differ; after a migration all, since grants name tables. */
async function replaceFunctions(target: Target, known: Applied, isMigrated: boolean) {
  const { client, files } = target
  const isSame = known.get(FUNCTIONS)?.checksum === files.functionsChecksum
  if (isSame && !isMigrated) return []
  await runAll(client, files.functions)
  await runAll(client, files.grants)
  await note(target, FUNCTIONS, files.functionsChecksum)
  return [FUNCTIONS]
}

const BEFORE_FIRST_RELEASE =
  'this database was built before release 0.1.0, and no migration leads from there: ' +
  'npm run db:reset deletes the local data.'

const NO_MIGRATION =
  'tables or data in database/ differ from those that this database was built from, and no ' +
  'migration leads there. Write one (database/migrations/README.md); a database with local data ' +
  'only can be deleted instead: npm run db:reset.'

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

async function note({ client, release }: Target, name: string, checksum: string): Promise<void> {
  await client.query(
    `insert into schema_migrations (name, checksum, release, applied_at)
     values ($1, $2, $3, now())
     on conflict (name) do update
       set checksum = excluded.checksum, release = excluded.release, applied_at = now()`,
    [name, checksum, release],
  )
}
