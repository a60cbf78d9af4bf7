import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { asOwner, openEmptyDatabase } from '#test/db.ts'
import { latestMigration, migrateToLatest } from './migrate.ts'

const shipped = path.join(import.meta.dirname, '../../../database')
const folder = mkdtempSync(path.join(tmpdir(), 'cupo-database-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let url: string

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  cpSync(shipped, folder, { recursive: true })
  url = await openEmptyDatabase()
  expect(await migrateToLatest(url, folder)).toEqual(['0000_schema'])
})

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text)
}

/** Writes the files of a second release: one migration, a new table, and a changed function. */
function nextRelease(migration: string): void {
  write('migrations/20990101T0000_colour.sql', migration)
  write(
    'functions/foundation/derived_id_of_colour.sql',
    `create or replace function derived_id_of_colour() returns text language sql as $$
       select colour from places limit 1 $$;`,
  )
}

const COLOUR = 'alter table places add column colour text;'

async function isWaiting(): Promise<boolean> {
  const waiting = `select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like 'alter table places%'`
  return (await asOwner(url, waiting)).rowCount === 1
}

it('builds an empty database once when several processes start in parallel', async () => {
  const empty = await openEmptyDatabase()
  const starts = [1, 2, 3].map(() => migrateToLatest(empty, folder))
  const built = await Promise.all(starts)
  expect(built.flat()).toEqual(['0000_schema'])
})

it('refuses a database that was built from other files, and does not change it', async () => {
  write('schema/later.sql', 'create table of_later (id int);')
  await expect(migrateToLatest(url, folder)).rejects.toThrow('npm run db:reset')
  const { rows } = await asOwner(url, `select to_regclass('of_later') as later`)
  expect(rows).toEqual([{ later: null }])
})

it('refuses a database of the migrations from before the folder database/', async () => {
  await asOwner(url, `update schema_migrations set name = '20261120T0810_platform.sql'`)
  await expect(migrateToLatest(url, folder)).rejects.toThrow('npm run db:reset')
})

it('applies a missing migration once, then the functions and grants of the release', async () => {
  nextRelease(`${COLOUR} create table colours (name text);`)
  const grants = 'grant select on colours to cupo_app;'
  write('grants.sql', grants)
  expect(await latestMigration(folder)).toBe('20990101T0000_colour.sql')
  expect(await migrateToLatest(url, folder)).toEqual(['20990101T0000_colour.sql'])
  expect(await migrateToLatest(url, folder)).toEqual([])
  const { rows } = await asOwner(
    url,
    `select derived_id_of_colour() as colour,
       has_table_privilege('cupo_app', 'colours', 'select') as "mayRead"`,
  )
  expect(rows).toEqual([{ colour: null, mayRead: true }])
})

it('applies nothing of a release if one of its statements fails', async () => {
  nextRelease(`${COLOUR} alter table no_such_table add column colour text;`)
  await expect(migrateToLatest(url, folder)).rejects.toThrow('no_such_table')
  const { rowCount } = await asOwner(
    url,
    `select from information_schema.columns where column_name = 'colour'`,
  )
  expect(rowCount).toBe(0)
})

it('refuses a migration that was changed after it was applied', async () => {
  nextRelease(COLOUR)
  await migrateToLatest(url, folder)
  nextRelease(`${COLOUR} select 1;`)
  await expect(migrateToLatest(url, folder)).rejects.toThrow('was changed after it was applied')
})

it('keeps the transaction number offset of a restored database', async () => {
  const offset = `language sql immutable parallel safe as 'select 7::bigint'`
  await asOwner(url, `create or replace function ledger_tx_offset() returns bigint ${offset}`)
  nextRelease(COLOUR)
  await migrateToLatest(url, folder)
  const { rows } = await asOwner(url, 'select ledger_tx_offset() as added')
  expect(rows).toEqual([{ added: '7' }])
})

it('does not change a database of a later release', async () => {
  nextRelease(COLOUR)
  await migrateToLatest(url, folder)
  expect(await migrateToLatest(url, shipped)).toEqual([])
})

it('retries a migration that waits for a lock, and lets later requests pass', async () => {
  nextRelease(COLOUR)
  const reader = new pg.Client({ connectionString: url })
  reader.on('error', () => {})
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from places limit 1')

  const migrated = migrateToLatest(url, folder)
  await expect.poll(isWaiting, { timeout: 15_000 }).toBe(true)
  // The query waits behind the migration, and is answered while the reader still holds its lock.
  await asOwner(url, 'select from places limit 1')
  await reader.query('commit')
  await reader.end()
  expect(await migrated).toEqual(['20990101T0000_colour.sql'])
})
