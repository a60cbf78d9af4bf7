import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { sha256Hex } from '../crypto.ts'
import { grantAppRole } from './app-role.ts'

const folder = path.join(import.meta.dirname, '../../../migrations')

type Migration = { name: string; text: string; checksum: string }

async function readMigrations(): Promise<Migration[]> {
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
  return (await readMigrations()).at(-1)?.name ?? ''
}

/**
 * Applies what is missing, forward only, each file in its own transaction; safe to run from several
 * processes in parallel. Returns the names applied. Throws when an applied file was changed.
 */
export async function migrateToLatest(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, options: '-c lock_timeout=30000' })
  await client.connect()
  try {
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null)`,
    )
    const applied: string[] = []
    for (const migration of await readMigrations()) {
      if (await applyOne(client, migration)) applied.push(migration.name)
    }
    await client.query('select ledger_continue_numbers()')
    await grantAppRole(client)
    return applied
  } finally {
    await client.end()
  }
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
      await client.query('insert into schema_migrations values ($1, $2, now())', [
        migration.name,
        migration.checksum,
      ])
    }
    await client.query('commit')
    return checksum === undefined
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
