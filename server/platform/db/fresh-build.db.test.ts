// The database of `database/` is the one that the migrations make.
import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { catalogueOf } from '#test/catalogue.ts'
import { openEmptyDatabase, openTestDatabase } from '#test/db.ts'
import { readDatabaseFiles } from './database-files.ts'

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  atEnd(() => client.end())
  return client
}

it('builds the tables, functions, privileges and rows that the migrations make', async () => {
  const migrated = await connect((await openTestDatabase()).url)
  const fresh = await connect(await openEmptyDatabase())
  const folder = path.join(import.meta.dirname, '../../../database')
  const { definitions, data, grants } = await readDatabaseFiles(folder)
  await fresh.query(
    `set check_function_bodies = off;
     create table schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null)`,
  )
  for (const { text } of [...definitions, ...data, ...grants]) await fresh.query(text)
  const made = await catalogueOf(fresh)
  expect(made.length).toBeGreaterThan(2_000)
  expect(made).toEqual(await catalogueOf(migrated))

  // It sees a missing index, grant and default.
  await fresh.query(
    `drop index trips_driver; revoke update on trips from cupo_app;
     alter table bookings alter column generation drop default`,
  )
  const changed = new Set(await catalogueOf(fresh))
  expect(made.filter((line) => !changed.has(line))).toHaveLength(3)
})
