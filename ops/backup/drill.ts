import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWompiStore } from '#sandbox/wompi/wompi-store.ts'
import { readCommand } from '#server/platform/command.ts'
import { migrateToLatest } from '#server/platform/db/migrate.ts'
import type { Deps } from '#server/platform/deps.ts'
import { freePort } from '#test/free-port.ts'
import { type ServerProcess, serverProcess } from '#test/race/server-process.ts'
import {
  beginTopUp,
  book,
  type Person,
  pay,
  seedPeople,
  topUp,
  wrongEffects,
} from '#test/race/traffic.ts'
import { say } from '../../scripts/project.ts'
import { ledgerFindings, withDeps } from '../ha/deps.ts'
import { until } from '../ha/service.ts'
import { openBackedUp } from './stage.ts'

readCommand({
  call: 'ops/backup/drill',
  about:
    'Takes a backup, goes on working, loses the database, and brings it up in an empty folder: ' +
    'first as far as WAL was archived (what is lost: RPO), then at a chosen second (how long it ' +
    'takes: RTO). Then the gateway sends all of its events again, twice, and nobody may be ' +
    'credited twice. Prints what it measured.',
  exits: { 1: 'something is wrong' },
})

const PEOPLE = 12
const EVENTS_MS = 60_000

const stage = openBackedUp(await freePort())
const at = (name: string) => path.join(stage.folder, name)
const wrong: string[] = []
try {
  await drill()
} finally {
  stage.remove()
}
for (const line of wrong) say(`WRONG ${line}`)
say(wrong.length === 0 ? 'Nothing credited twice, nothing known lost; ledger:verify ok.' : 'WRONG')
process.exitCode = wrong.length === 0 ? 0 : 1

async function drill(): Promise<void> {
  stage.backup('setup')
  await stage.start(at('primary'))
  stage.pgbackrest('stanza-create')
  await stage.query('postgres', 'create database cupo')
  const server = await startServer()
  const { before, between, targetAt } = await withDeps(lookAt(server), (deps) => live(deps, server))
  const lostAt = Date.now()
  await server.killHard()
  stage.kill(at('primary'))

  await measureLoss(lostAt)
  await restoreAt(targetAt, [...before, ...between])
}

async function startServer(): Promise<ServerProcess> {
  const server = serverProcess({
    port: await freePort(),
    dataDir: stage.dataDir,
    env: { DATABASE_URL: stage.url('cupo') },
  })
  await server.start()
  return server
}

type Lived = { before: Person[]; between: Person[]; targetAt: Date }

/** Works before the backup, after it, and after the second that is restored. */
async function live(deps: Deps, server: ServerProcess): Promise<Lived> {
  const site = { url: server.url, attempts: 40, onFailure: () => {}, onAnswer: () => {} }
  const before = await seedPeople(deps, { people: PEOPLE, trips: 4 })
  await Promise.all(before.map((person) => book(site, person)))
  await Promise.all(before.map((person) => topUp(site, person)))
  const began = performance.now()
  stage.backup('run', '--full')
  say(`Full backup in ${seconds(performance.now() - began)}`)

  // Payments that the backup knows, but that are paid after the chosen second: the gateway must
  // credit them again.
  const between = await seedPeople(deps, { people: PEOPLE, trips: 4 })
  await Promise.all(between.map((person) => book(site, person)))
  const checkouts = await Promise.all(between.map((person) => beginTopUp(site, person)))
  await sleep(1_500)
  const targetAt = new Date()
  await sleep(1_500)
  await Promise.all(
    checkouts.map((checkout, index) => pay(site, between[index] as Person, checkout)),
  )
  await untilArchived()
  // Payments unknown to the restored database: begun and paid after the chosen second.
  const after = await seedPeople(deps, { people: 3, trips: 1 })
  await Promise.all(after.map((person) => topUp(site, person)))
  return { before, between, targetAt }
}

/** Waits until the WAL of the chosen second is archived, at most a minute in production. */
async function untilArchived(): Promise<void> {
  const [switched] = await stage.query<{ wal: string }>(
    'postgres',
    'select pg_walfile_name(pg_switch_wal()) as wal',
  )
  const archived = async () => {
    const [row] = await stage.query<{ wal: string | null }>(
      'postgres',
      'select last_archived_wal as wal from pg_stat_archiver',
    )
    return (row?.wal ?? '') >= (switched?.wal ?? '')
  }
  await until('WAL is archived', archived, EVENTS_MS)
}

/** Restores all archived WAL and measures the age of the last commit before the machine died. */
async function measureLoss(lostAt: number): Promise<void> {
  stage.backup('restore', '--to', at('restores/latest'))
  await stage.start(at('restores/latest'))
  const [last] = await stage.query<{ at: Date }>(
    'cupo',
    'select max(created_at) as at from ledger_transfers',
  )
  stage.stop(at('restores/latest'))
  const lost = lostAt - (last?.at.getTime() ?? 0)
  say(`RPO ${seconds(lost)} (archive_timeout 60 s bounds it on a busy database)`)
}

async function restoreAt(targetAt: Date, people: Person[]): Promise<void> {
  const began = performance.now()
  stage.backup(
    'restore',
    '--target',
    targetAt.toISOString().replace('T', ' ').replace('Z', '+00'),
    '--to',
    at('restores/restored'),
  )
  await stage.start(at('restores/restored'))
  await migrateToLatest(stage.url('cupo'))
  const server = await startServer()
  try {
    say(
      `RTO ${seconds(performance.now() - began)}: restored to ${targetAt.toISOString()} and ready`,
    )
    await withDeps(lookAt(server), async (deps) => {
      const sent = await replayEvents(server)
      const credited = async () => (await wrongEffects(deps, people)).length === 0
      await until('everybody has their money', credited, EVENTS_MS)
      await replayEvents(server)
      await sleep(3_000)
      wrong.push(...(await wrongEffects(deps, people)), ...(await ledgerFindings(deps)))
      say(`${sent} events of the gateway sent again, twice`)
    })
  } finally {
    await server.stop()
    stage.stop(at('restores/restored'))
  }
}

/** Sends all events again, as the gateway does, which knows every payment. */
async function replayEvents(server: ServerProcess): Promise<number> {
  const store = openWompiStore(path.join(stage.dataDir, 'sandbox.sqlite'))
  try {
    const events = store.newest(1_000).flatMap(({ id }) => store.eventsOf(id))
    for (const { body } of events) {
      const { signature } = JSON.parse(body) as { signature: { checksum: string } }
      const headers = { 'content-type': 'application/json', 'x-event-checksum': signature.checksum }
      const answer = await fetch(`${server.url}/webhooks/wompi`, { method: 'POST', headers, body })
      if (answer.status !== 200) wrong.push(`an event was answered ${answer.status}`)
    }
    return events.length
  } finally {
    store.close()
  }
}

const lookAt = (server: ServerProcess) => ({
  dataDir: stage.dataDir,
  databaseUrl: stage.url('cupo'),
  site: server.url,
})

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
