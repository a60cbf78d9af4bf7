import { expect, it } from 'vitest'
import { allowAnyDate } from '#server/platform/db/any-date.ts'
import { latestMigration } from '#server/platform/db/migrate.ts'
import { readDatabase } from '../scripts/doctor/database.queries.ts'
import { databaseFindings } from '../scripts/doctor/database.ts'
import { asOwner, openTestDatabase } from './db.ts'

const { url } = await openTestDatabase()
// The template of tests has no limit.
await allowAnyDate(url, false)

async function findings(managed = false): Promise<string[]> {
  const facts = await readDatabase(url)
  const latest = await latestMigration()
  return databaseFindings({ facts, latest, poolSize: 20, managed, now: facts.now }).map(
    ({ id }) => id,
  )
}

/**
 * Findings that every test database has: only its schema is like production, and it has no team.
 */
const UNSAFE = [
  'database_superuser',
  'fsync_off',
  'synchronous_commit_off',
  'archiving_off',
  'roster_gap',
]

it('reads facts from the database server and its tables', async () => {
  expect(await findings()).toEqual(UNSAFE)
  expect(await findings(true)).toEqual([
    'database_superuser',
    'synchronous_commit_off',
    'roster_gap',
  ])
})

it('finds a missing migration, late work and dead jobs', async () => {
  await asOwner(
    url,
    `delete from schema_migrations where name = (select max(name) from schema_migrations);
     insert into jobs (id, name, payload, run_at, created_at, dead_at) values
       (gen_random_uuid(), 'a', '{}', now() - interval '5 minutes', now(), null),
       (gen_random_uuid(), 'a', '{}', now(), now(), now())`,
  )
  const found = (await findings()).filter((id) => !UNSAFE.includes(id))
  expect(found).toEqual(['migrations_missing', 'queue_late', 'jobs_dead'])
})

it('finds hours without duty, and people on duty without a proved phone number', async () => {
  const roster = async () => (await findings()).filter((id) => id.startsWith('roster'))
  const fill = (hours: number) =>
    asOwner(
      url,
      `insert into users (id, email, email_key, roles, terms_accepted_at, terms_version,
         created_at) values
         ('01890000-0000-7000-8000-000000000001', 'a@b.co', 'a@b.co', '{support}', now(),
         '1', now())
       on conflict do nothing;
       insert into duty_hours select '01890000-0000-7000-8000-000000000001', hour, false,
         gen_random_uuid(), gen_random_uuid(), '01890000-0000-7000-8000-000000000001', now()
       from generate_series(date_trunc('hour', now()),
         date_trunc('hour', now()) + ${hours - 1} * interval '1 hour', interval '1 hour') as hour
       on conflict do nothing`,
    )
  await fill(14 * 24 - 1)
  expect(await roster()).toEqual(['roster_gap', 'roster_unproved'])
  await fill(14 * 24)
  expect(await roster()).toEqual(['roster_unproved'])
  await asOwner(
    url,
    `update users set phone_proved_at = now(), phone_sealed = sha256('x'),
       phone_index = sha256('x')`,
  )
  expect(await roster()).toEqual([])
  await asOwner(url, `update users set roles = '{passenger}'`)
  expect(await roster()).toEqual(['roster_gap'])
})

it('finds that the restricted role is missing or owns a table', async () => {
  await asOwner(url, 'create table owned (); alter table owned owner to cupo_app')
  expect(await findings()).toContain('restricted_role')
})
