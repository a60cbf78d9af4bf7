import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { asOwner, openEmptyDatabase, openTestDatabase } from '#test/db.ts'
import { latestMigration, migrateToLatest } from './migrate.ts'

const shipped = path.join(import.meta.dirname, '../../../database')
const folder = mkdtempSync(path.join(tmpdir(), 'cupo-database-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let url: string

beforeEach(async () => {
  rmSync(folder, { recursive: true, force: true })
  cpSync(shipped, folder, { recursive: true })
  // A copy of the template, which global-setup.ts built from the same files.
  url = (await openTestDatabase()).url
})

function write(file: string, text: string): void {
  writeFileSync(path.join(folder, file), text)
}

/** Writes the files of a second release: a migration, a changed table, and a new function. */
function nextRelease(migration: string): void {
  write('schema/colours.sql', 'create table colours (name text);')
  write('migrations/20990101T0000_colour.sql', migration)
  write(
    'functions/foundation/derived_id_of_colour.sql',
    `create or replace function derived_id_of_colour() returns text language sql as $$
       select colour from places limit 1 $$;`,
  )
}

const COLOUR = 'alter table places add column colour text;'
const APPLIED = ['20990101T0000_colour.sql', '0000_functions']

const FUNCTION = 'functions/foundation/of_release.sql'

/** Adds a function of release 0.9.0, which answers its release. */
async function toRelease9(): Promise<void> {
  writeAnswer('0.9.0')
  await migrateToLatest(url, folder, '0.9.0')
}

function writeAnswer(release: string): void {
  const body = `returns text language sql return '${release}';`
  write(FUNCTION, `create or replace function of_release() ${body}`)
}

async function answerOf(): Promise<string> {
  return (await asOwner(url, 'select of_release() as answer')).rows[0].answer
}

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

const TABLES = ['schema/later.sql', 'create table of_later (id int);'] as const
const DATA = ['data/later.sql', 'create table of_later (id int);'] as const

it.each([TABLES, DATA])('refuses a change of %s without a migration', async (file, text) => {
  write(file, text)
  await expect(migrateToLatest(url, folder)).rejects.toThrow('no migration leads there')
  const { rows } = await asOwner(url, `select to_regclass('of_later') as later`)
  expect(rows).toEqual([{ later: null }])
})

it('refuses a database from before release 0.1.0', async () => {
  await asOwner(
    url,
    `delete from schema_migrations where name <> '0000_schema';
     alter table schema_migrations drop column release`,
  )
  await expect(migrateToLatest(url, folder)).rejects.toThrow('npm run db:reset')
})

it('applies a missing migration once, then the functions and grants of the release', async () => {
  nextRelease(`${COLOUR} create table colours (name text);`)
  const grants = 'grant select on colours to cupo_app;'
  write('grants.sql', grants)
  expect(await latestMigration(folder)).toBe('20990101T0000_colour.sql')
  expect(await migrateToLatest(url, folder)).toEqual(APPLIED)
  expect(await migrateToLatest(url, folder)).toEqual([])
  const { rows } = await asOwner(
    url,
    `select derived_id_of_colour() as colour,
       has_table_privilege('cupo_app', 'colours', 'select') as "mayRead"`,
  )
  expect(rows).toEqual([{ colour: null, mayRead: true }])
})

it('tries a migration and keeps nothing of it', async () => {
  nextRelease(`${COLOUR} create table colours (name text);`)
  expect(await migrateToLatest(url, folder, '9.9.9', 'rollback')).toEqual(APPLIED)
  const { rows } = await asOwner(
    url,
    `select to_regclass('colours') as colours,
       (select count(*)::int from schema_migrations where name like '2099%') as noted`,
  )
  expect(rows).toEqual([{ colours: null, noted: 0 }])
  nextRelease(`${COLOUR} alter table no_such_table add column colour text;`)
  await expect(migrateToLatest(url, folder, '9.9.9', 'rollback')).rejects.toThrow('no_such_table')
})

it.each(['0.9.0', '0.9.1', '0.10.0'])(
  'replaces functions without a migration by those of release %s, which is not older',
  async (release) => {
    await toRelease9()
    writeAnswer(release === '0.9.0' ? 'corrected' : release)
    expect(await migrateToLatest(url, folder, release)).toEqual(['0000_functions'])
    expect(await migrateToLatest(url, folder, release)).toEqual([])
    expect(await answerOf()).toBe(release === '0.9.0' ? 'corrected' : release)
  },
)

it('replaces grants without a migration', async () => {
  write('grants.sql', 'revoke select on places from cupo_app;')
  expect(await migrateToLatest(url, folder)).toEqual(['0000_functions'])
  const right = `select has_table_privilege('cupo_app', 'places', 'select') as "mayRead"`
  expect((await asOwner(url, right)).rows).toEqual([{ mayRead: false }])
})

it('leaves functions and grants of a newer release', async () => {
  await toRelease9()
  writeAnswer('0.8.9')
  write('grants.sql', 'revoke select on places from cupo_app;')
  expect(await migrateToLatest(url, folder, '0.8.9')).toEqual([])
  expect(await answerOf()).toBe('0.9.0')
  const right = `select has_table_privilege('cupo_app', 'places', 'select') as "mayRead"`
  expect((await asOwner(url, right)).rows).toEqual([{ mayRead: true }])
})

it('changes nothing for a comment or a statement that moves to another file', async () => {
  const roads = readFileSync(path.join(folder, 'schema/roads.sql'), 'utf8')
  const first = 'create table places ('
  write('schema/roads.sql', `-- Moved.\n${roads.replace(first, `${first} -- Towns.\n`)}`)
  renameSync(path.join(folder, 'data/ledger.sql'), path.join(folder, 'data/wallets.sql'))
  expect(await migrateToLatest(url, folder)).toEqual([])
})

it('upgrades a database whose older migrations are no longer shipped', async () => {
  nextRelease(COLOUR)
  await migrateToLatest(url, folder, '99.0.0')
  rmSync(path.join(folder, 'migrations/20990101T0000_colour.sql'))
  writeAnswer('99.1.0')
  expect(await migrateToLatest(url, folder, '99.1.0')).toEqual(['0000_functions'])
  expect(await answerOf()).toBe('99.1.0')
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
  expect(await migrated).toEqual(APPLIED)
})
