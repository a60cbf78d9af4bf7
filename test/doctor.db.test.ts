import { expect, it } from 'vitest'
import { latestMigration } from '#server/platform/db/migrate.ts'
import { readDatabase, readReplica } from '../scripts/doctor/database.queries.ts'
import { databaseFindings } from '../scripts/doctor/database.ts'
import { replicaFindings } from '../scripts/doctor/replica.ts'
import { asOwner, openTestDatabase } from './db.ts'

const { url } = await openTestDatabase()

async function findings(): Promise<string[]> {
  const facts = await readDatabase(url)
  const latest = await latestMigration()
  return databaseFindings({ facts, latest, poolSize: 20, now: facts.now }).map(({ id }) => id)
}

/** The database of tests is one for production in nothing but its schema. */
const UNSAFE = ['database_superuser', 'fsync_off', 'synchronous_commit_off', 'archiving_off']

it('reads what the server and its tables say', async () => {
  expect(await findings()).toEqual(UNSAFE)
})

it('sees a missing migration, late work and dead jobs', async () => {
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

it('reads what a replica says, and sees one that follows nobody', async () => {
  const before = await readReplica(url)
  expect(before).toMatchObject({ inRecovery: false, beatAgeSeconds: null })
  await asOwner(
    url,
    `insert into replica_beats (process_id, beat, beat_at) values
       (gen_random_uuid(), 1, now() - interval '90 seconds'),
       (gen_random_uuid(), 7, now() - interval '60 seconds')`,
  )
  const facts = await readReplica(url)
  expect(Math.round((facts.beatAgeSeconds ?? 0) / 10)).toBe(6)
  const latest = facts.migration
  const found = replicaFindings({ facts, latest, running: true }).map(({ id }) => id)
  expect(found).toEqual(['replica_is_primary', 'replica_behind'])
})

it('sees that the restricted role is missing, or owns a table', async () => {
  await asOwner(url, 'create table owned (); alter table owned owner to cupo_app')
  expect(await findings()).toContain('restricted_role')
})
