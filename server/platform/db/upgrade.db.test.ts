// Upgrades the database of each kept release, and compares it with one of this release.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Catalogue, differences, readCatalogue } from '#test/catalogue.ts'
import { asOwner, openEmptyDatabase, openTestDatabase } from '#test/db.ts'
import { allowAnyDate } from './any-date.ts'
import { migrateToLatest } from './migrate.ts'
import { withClient } from './with-client.ts'

const database = path.join(import.meta.dirname, '../../../database')
const releases = path.join(database, 'releases')
const kept = readdirSync(releases).filter((name) => name.endsWith('.sql.gz'))

/** Tables whose rows of `database/data` change when the program runs. */
const CHANGING = ['ledger_verified', 'phone_policy', 'schema_migrations']

const folder = mkdtempSync(path.join(tmpdir(), 'cupo-upgrade-'))
let freshUrl: string
let fresh: Catalogue

beforeAll(async () => {
  freshUrl = (await openTestDatabase()).url
  // The template of tests has no limit.
  await allowAnyDate(freshUrl, false)
  fresh = await catalogueOf(freshUrl)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Builds the database of a kept release. */
async function restore(file: string): Promise<string> {
  const url = await openEmptyDatabase()
  const text = gunzipSync(readFileSync(path.join(releases, file))).toString()
  await withClient(url, (client) => client.query(text))
  return url
}

async function catalogueOf(url: string): Promise<Catalogue> {
  return inTransaction(url, (client) => readCatalogue(client))
}

/** Calls `work` in a transaction that is undone. */
function inTransaction<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query('begin')
    return await work(client)
  })
}

/** Runs a query for each table, which it gets as `$table`. */
async function ofTables<T>(url: string, query: string): Promise<Map<string, T>> {
  const { rows } = await asOwner(
    url,
    `select table_name::text as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const each = rows.map(
    ({ name }) => `select '${name}' as name, (${query.replaceAll('$table', name)}) as value`,
  )
  const found = await asOwner(url, each.join(' union all '))
  return new Map(found.rows.map(({ name, value }) => [name, value]))
}

const countsOf = (url: string) => ofTables<number>(url, 'select count(*)::int from $table')

/** Rows without their times, numbers of transactions and running totals of accounts. */
const rowsOf = (url: string) =>
  ofTables<string[]>(
    url,
    `select coalesce(array_agg((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t))
       where key not like '%\\_at' and key <> 'tx' and key !~ '^(debits|credits)_')::text), '{}')
     from $table t`,
  )

/** Counts rows whose foreign key leads nowhere. */
const BROKEN = `
  select format('select %L as key, count(*)::int as broken from %s c where (%s) is not null
      and not exists (select from %s p where (%s) = (%s))', conname, conrelid::regclass,
    own, confrelid::regclass, theirs, own) as query
  from pg_constraint, lateral (
    select string_agg(format('c.%I', ca.attname), ', ') as own,
      string_agg(format('p.%I', pa.attname), ', ') as theirs
    from unnest(conkey, confkey) as k (a, b)
    join pg_attribute ca on ca.attrelid = conrelid and ca.attnum = k.a
    join pg_attribute pa on pa.attrelid = confrelid and pa.attnum = k.b) as columns
  where contype = 'f' and connamespace = 'public'::regnamespace`

describe.each(kept)('an upgrade from %s', (file) => {
  let url: string
  let before: Map<string, number>

  beforeAll(async () => {
    url = await restore(file)
    before = await countsOf(url)
    await migrateToLatest(url)
  })

  it('has rows in every table of the kept release', () => {
    expect(before.size).toBeGreaterThan(100)
    expect([...before].flatMap(([name, rows]) => (rows === 0 ? [name] : []))).toEqual([])
  })

  it('has valid foreign keys in the kept release', async () => {
    const { rows } = await asOwner(url, BROKEN)
    expect(rows.length).toBeGreaterThan(100)
    const checks = rows.map(({ query }) => query).join(' union all ')
    const found = await asOwner(url, `select key from (${checks}) keys where broken > 0`)
    expect(found.rows).toEqual([])
  })

  it('upgrades to the tables, functions and rights of a new database', async () => {
    expect(differences(await catalogueOf(url), fresh)).toEqual([])
  })

  it('upgrades to the rows of a new database', async () => {
    const [upgraded, wanted] = [await rowsOf(url), await rowsOf(freshUrl)]
    const missing = [...wanted].flatMap(([table, rows]) =>
      CHANGING.includes(table) ? [] : rows.filter((row) => !upgraded.get(table)?.includes(row)),
    )
    expect(missing).toEqual([])
    expect((await countsOf(freshUrl)).get('ledger_accounts')).toBeGreaterThan(0)
  })

  it('keeps every row, except of tables that a migration drops or fills by name', async () => {
    const after = await countsOf(url)
    const migrations = path.join(database, 'migrations')
    const texts = readdirSync(migrations).map((name) =>
      readFileSync(path.join(migrations, name), 'utf8'),
    )
    const says = (words: string, table: string) =>
      texts.some((text) => new RegExp(`${words} ${table}\\b`).test(text))
    before.delete('schema_migrations')
    const lost = [...before].filter(([table, rows]) =>
      after.has(table)
        ? after.get(table) !== rows && !(says('insert into', table) && after.get(table)! > rows)
        : !says('drop table', table),
    )
    expect(lost).toEqual([])
  })
})

/** Statements that a migration could forget, with the difference that each makes. */
const PLANTED: [difference: string, statement: string][] = [
  ['different: table new_jobs', 'alter view new_jobs reset (security_invoker)'],
  ['different: column places.population', 'alter table places alter population set default 1'],
  ['different: column places.name', 'alter table places alter name drop not null'],
  [
    "missing: constraint places CHECK ((id ~ '^\\d{5}$'::text))",
    'alter table places drop constraint places_id_check',
  ],
  ['missing: index trips_driver', 'drop index trips_driver'],
  ['different: trigger users users_barred', 'alter table users disable trigger users_barred'],
  [
    'different: view blocked_pairs',
    `create or replace view blocked_pairs with (security_invoker = true) as
       select user_id, blocked_id as other_id from blocks`,
  ],
  [
    'different: function derived_id(text[])',
    'alter function derived_id(text[]) set search_path = public',
  ],
  ['too much: type colour', `create type colour as enum ('red')`],
  [
    'different: sequence support_tickets_number_seq',
    'alter sequence support_tickets_number_seq increment 2',
  ],
  ['different: rights of trips', 'revoke select on trips from cupo_app'],
  ['too much: rights of places.id', 'grant update (id) on places to cupo_app'],
  [
    'different: rights of derived_id(text[])',
    'grant execute on function derived_id(text[]) to public',
  ],
  ['too much: comment table places', `comment on table places is 'Towns'`],
]

describe('the comparison', () => {
  let found: string[]

  beforeAll(async () => {
    found = await inTransaction(freshUrl, async (client) => {
      for (const [, statement] of PLANTED) await client.query(statement)
      return differences(await readCatalogue(client), fresh)
    })
  })

  it.each(PLANTED)('finds the planted difference %s', (difference) => {
    expect(found).toContain(difference)
  })

  it('finds nothing else', () => {
    expect(found).toHaveLength(PLANTED.length)
  })

  it('finds no difference when a migration adds a column that a new table has first', async () => {
    cpSync(database, folder, { recursive: true })
    const roads = path.join(folder, 'schema/roads.sql')
    const text = readFileSync(roads, 'utf8')
    const colour = `colour text not null default 'red' check (colour <> '')`
    const index = 'create index on places (colour);'
    const next = text.replace('create table places (', `create table places (${colour},`)
    writeFileSync(roads, `${next}\n${index}`)
    writeFileSync(
      path.join(folder, 'migrations/20990101T0000_colour.sql'),
      `alter table places add column ${colour}; ${index}`,
    )
    const [url, wanted] = [await restore(kept.at(-1)!), await openEmptyDatabase()]
    await migrateToLatest(url, folder, '99.0.0')
    await migrateToLatest(wanted, folder, '99.0.0')
    const catalogue = await catalogueOf(wanted)
    expect(differences(await catalogueOf(url), catalogue)).toEqual([])
    expect([...catalogue.keys()]).toContain('column places.colour')
  })
})
