import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sha256Hex } from '../crypto.ts'
import { grantAppRole } from './app-role.ts'
import { pgCode } from './tx.ts'

const shipped = path.join(import.meta.dirname, '../../../migrations')

/**
 * How long a migration waits for a lock. Whoever comes after it in the queue of that lock waits as
 * well, so it gives up soon, lets the others pass, and tries again.
 */
const LOCK_WAIT_MS = 1_000
const ATTEMPTS = 90
const PAUSE_MS = 1_000
/** Statements that change many rows hold what they changed; longer ones belong into a job. */
const STATEMENT_MS = 120_000

const LOCK_TIMEOUT = '55P03'
const DEADLOCK = '40P01'

type Migration = { name: string; text: string; checksum: string }

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8')
      return { name, text, checksum: sha256Hex(text) }
    }),
  )
}

/** Name of the newest migration this code knows. */
export async function latestMigration(): Promise<string> {
  return (await readMigrations(shipped)).at(-1)?.name ?? ''
}

/**
 * Applies what is missing, forward only, each file in its own transaction; safe to run from several
 * processes in parallel and beside running servers. Returns the names applied. Throws when an
 * applied file was changed, or when a lock is not to be had for a minute and a half.
 */
export async function migrateToLatest(url: string, folder = shipped): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    options: `-c lock_timeout=${LOCK_WAIT_MS} -c statement_timeout=${STATEMENT_MS}`,
  })
  await client.connect()
  try {
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null)`,
    )
    const migrations = await readMigrations(folder)
    const applied: string[] = []
    for (const migration of migrations) {
      if (await patiently(() => applyOne(client, migration))) applied.push(migration.name)
    }
    await client.query('select ledger_continue_numbers()')
    if (!(await isNewer(client, migrations))) await patiently(() => grantAppRole(client))
    return applied
  } finally {
    await client.end()
  }
}

/** Once more whenever somebody else held the lock, each time after letting others pass. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
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

/**
 * Whether a later release has migrated this database. Its grants are not ours to set again: this
 * release does not know which of its tables only grow.
 */
async function isNewer(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await client.query<{ newest: string | null }>(
    'select max(name) as newest from schema_migrations',
  )
  return (rows[0]?.newest ?? '') > (migrations.at(-1)?.name ?? '')
}

async function applyOne(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query('lock table schema_migrations in exclusive mode')
    const known = await client.query<{ checksum: string }>(
      'select checksum from schema_migrations where name = $1',
      [migration.name],
    )
    const checksum = known.rows[0]?.checksum
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new Error(`migration ${migration.name} was changed after it was applied`)
    }
    if (checksum === undefined) {
      await client.query(migration.text)
      const note = `insert into schema_migrations (name, checksum, applied_at)
        values ($1, $2, now())`
      await client.query(note, [migration.name, migration.checksum])
    }
    await client.query('commit')
    return checksum === undefined
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
