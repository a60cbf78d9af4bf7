// The release before goes on writing and reading while its tables become tables by month.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import { newId } from '#server/platform/ids.ts'
import { asOwner } from '#test/db.ts'

const shipped = path.join(import.meta.dirname, '../../../migrations')
const FIRST = '20261123T0720'
const admin = process.env.CUPO_TEST_PG ?? ''
const name = `t_months_${process.pid}_${Date.now()}`
const url = Object.assign(new URL(admin), { pathname: `/${name}` }).toString()
const folder = mkdtempSync(path.join(tmpdir(), 'cupo-before-'))

beforeAll(async () => {
  await asOwner(admin, `create database ${name}`)
  mkdirSync(folder, { recursive: true })
  for (const file of readdirSync(shipped).filter((each) => each < FIRST)) {
    cpSync(path.join(shipped, file), path.join(folder, file))
  }
  // The grants of this release name tables that are not there yet.
  await expect(migrateToLatest(url, folder)).rejects.toThrow(/archived_months|month_/)
  await asOwner(
    url,
    `grant usage on schema public to cupo_app;
     grant select, insert, update, delete on all tables in schema public to cupo_app;
     revoke update, delete on audit_entries, gateway_answers from cupo_app;
     insert into places (id, name, department, lat, lng, population)
       values ('11001', 'Bogotá', 'Bogotá', 4, -74, 1), ('73001', 'Ibagué', 'Tolima', 4, -75, 1)`,
  )
})

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await asOwner(admin, `drop database if exists ${name} with (force)`)
})

/** A process of the release before: one connection that prepares its statements once. */
async function oldProcess() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set role cupo_app')
  let rounds = 0
  return {
    rounds: () => rounds,
    async round() {
      const text = `insert into audit_entries (id, at, action, subject_kind, subject_id, details)
        values ($1, now(), 'tried', 'test', 'x', '{}')`
      await client.query({ name: 'audit', text, values: [newId()] })
      const answer = `insert into gateway_answers (id, at, asked, payment_id, reference, outcome)
        values ($1, now(), 'reference', (select p.id from payments p where p.reference = $2), $2,
          'none')`
      await client.query({ name: 'answer', text: answer, values: [newId(), 'CUPO-1'] })
      const miss = `insert into search_misses (day, from_place, to_place, searches)
        values (current_date, '11001', '73001', 1)
        on conflict (day, from_place, to_place)
          do update set searches = search_misses.searches + 1`
      await client.query({ name: 'miss', text: miss })
      rounds += 1
      const counts = `select (select count(*) from audit_entries)::int as entries,
        (select count(*) from gateway_answers)::int as answers,
        (select sum(searches) from search_misses)::int as misses`
      const { rows } = await client.query({ name: 'counts', text: counts })
      expect(rows).toEqual([{ entries: rounds, answers: rounds, misses: rounds }])
    },
    end: () => client.end(),
  }
}

it('loses no row and fails no statement', async () => {
  const old = await oldProcess()
  await old.round()
  let isDone = false
  const traffic = (async () => {
    while (!isDone) await old.round()
  })()
  const applied = await migrateToLatest(url)
  isDone = true
  await traffic
  await old.round()
  expect(applied.filter((each) => each.startsWith('20261123T072'))).toHaveLength(5)
  expect(old.rounds()).toBeGreaterThan(5)
  await old.end()
  const where = `select distinct tableoid::regclass::text as name from audit_entries`
  expect((await asOwner(url, where)).rows).toEqual([{ name: 'audit_entries_past' }])
})

it('gives all partitions the keys, indexes and checks of the table as it was', async () => {
  const { rows } = await asOwner(
    url,
    `select i.inhparent::regclass::text as table, c.relname as partition,
       (select string_agg(distinct regexp_replace(pg_get_indexdef(x.indexrelid),
          '^.* USING', 'USING'), ' | ') from pg_index x where x.indrelid = c.oid) as indexes,
       (select string_agg(k.conname || pg_get_constraintdef(k.oid), ' | ' order by k.conname)
          from pg_constraint k where k.conrelid = c.oid and k.contype = 'c') as checks
     from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where c.relkind = 'r' order by 1, 2`,
  )
  for (const table of ['audit_entries', 'gateway_answers', 'search_misses']) {
    const parts = rows.filter((row) => row.table === table)
    expect(parts.length).toBeGreaterThan(3)
    expect(new Set(parts.map(({ indexes }) => indexes)).size, table).toBe(1)
    expect(new Set(parts.map(({ checks }) => checks)).size, table).toBe(1)
  }
})
