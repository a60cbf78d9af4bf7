import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { asOwner, openTestDatabase } from '#test/db.ts'
import { migrateToLatest } from './migrate.ts'

const { url } = await openTestDatabase()
const folder = mkdtempSync(path.join(tmpdir(), 'cupo-migrations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function add(name: string, text: string): void {
  writeFileSync(path.join(folder, name), text)
}

async function isWaiting(): Promise<boolean> {
  const waiting = `select from pg_stat_activity where datname = current_database()
    and wait_event_type = 'Lock' and query like 'alter table places%'`
  return (await asOwner(url, waiting)).rowCount === 1
}

it('a migration that waits for a lock lets later requests pass, and tries again', async () => {
  add('20990101T0000_colour.sql', 'alter table places add column colour text;')
  const reader = new pg.Client({ connectionString: url })
  reader.on('error', () => {})
  await reader.connect()
  await reader.query('begin')
  await reader.query('select from places limit 1')

  const migrated = migrateToLatest(url, folder)
  await expect.poll(isWaiting, { timeout: 15_000 }).toBe(true)
  // It queues behind the migration, and is answered while the reader still holds its lock.
  await asOwner(url, 'select from places limit 1')
  await reader.query('commit')
  await reader.end()
  expect(await migrated).toEqual(['20990101T0000_colour.sql'])
})

it('the release before leaves the grants of a newer schema alone', async () => {
  await asOwner(
    url,
    `create table of_the_future (id int);
     grant select, insert on of_the_future to cupo_app;
     insert into schema_migrations values ('29990101T0000_future.sql', 'x', now())`,
  )
  expect(await migrateToLatest(url, folder)).toEqual([])
  const { rows } = await asOwner(
    url,
    `select has_table_privilege('cupo_app', 'of_the_future', 'insert') as inserts,
       has_table_privilege('cupo_app', 'of_the_future', 'update') as updates`,
  )
  expect(rows).toEqual([{ inserts: true, updates: false }])
})
