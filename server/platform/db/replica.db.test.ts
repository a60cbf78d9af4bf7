import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asOwner } from '#test/db.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'
import { freePort } from '#test/free-port.ts'
import { openReplicatedDatabase, type ReplicatedDatabase } from '#test/streaming-replica.ts'
import { addMs, systemClock } from '../clock.ts'
import { createMetrics } from '../metrics.ts'
import { type Db, openDatabase } from './open.ts'
import { purgeBeats } from './replica.queries.ts'
import { openReplica } from './replica.ts'
import type { Asking, Replica } from './replica-reads.ts'

// A real primary with a real streaming replica, which is cut off, stopped and slowed down.

const MAX_AGE_MS = 1_500
const ANYBODY: Asking = { userId: null, newest: false }

let pair: ReplicatedDatabase
let base: TestDeps
let primary: Db
/** Changed by a test that stops the clock of the process. */
let stoppedAt: number | undefined

beforeAll(async () => {
  pair = await openReplicatedDatabase()
  base = await testDeps()
  primary = openDatabase(pair.primaryUrl, { restricted: true })
}, 120_000)

afterAll(() => primary.destroy())

beforeEach(() => {
  stoppedAt = undefined
})

const opened: Replica[] = []
afterAll(async () => {
  for (const replica of opened) await replica.stop()
})

type Opened = { replica: Replica; counted(): Promise<Record<string, number>> }

function open(url = pair.replicaUrl): Opened {
  const metrics = createMetrics({ process: false })
  const replica = openReplica(
    { ...base, clock: systemClock, db: primary, metrics },
    {
      url,
      maxAgeMs: MAX_AGE_MS,
      poolSize: 4,
      beatEveryMs: 100,
      timeoutMs: 500,
      now: () => stoppedAt ?? performance.now(),
    },
  )
  opened.push(replica)
  return {
    replica,
    async counted() {
      const { values } = (await metrics.registry.getSingleMetric('cupo_events_total')?.get()) ?? {}
      return Object.fromEntries((values ?? []).map(({ labels, value }) => [labels.detail, value]))
    },
  }
}

/** Which server answered. */
async function where(db: Db): Promise<'replica' | 'primary'> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]?.is ? 'replica' : 'primary'
}

const read = ({ replica }: Opened, asking = ANYBODY) => replica.read(asking, where)
const until = (it: Opened, expected: string) =>
  expect.poll(() => read(it), { timeout: 20_000, interval: 50 }).toBe(expected)

it('reads the replica, which has what was committed, also while nobody writes', async () => {
  const it = open()
  await until(it, 'replica')
  await sleep(3 * MAX_AGE_MS)
  expect(await read(it)).toBe('replica')
  expect((await it.counted()).replica).toBeGreaterThan(1)
})

it('reads the primary once the replica may be older than the bound, and returns', async () => {
  const it = open()
  await until(it, 'replica')
  await pair.cutOff()
  try {
    await sleep(MAX_AGE_MS / 2)
    expect(await read(it)).toBe('replica')
    await sleep(MAX_AGE_MS)
    const { old = 0 } = await it.counted()
    expect(await read(it)).toBe('primary')
    expect((await it.counted()).old).toBe(old + 1)
  } finally {
    await pair.follow()
  }
  await until(it, 'replica')
})

it('asks each connection how old it is, whatever the last look found', async () => {
  const it = open()
  await until(it, 'replica')
  const { old = 0 } = await it.counted()
  stoppedAt = performance.now() + 2 * MAX_AGE_MS
  expect(await read(it)).toBe('primary')
  expect((await it.counted()).old).toBe(old + 1)
})

it('reads the primary while the replica is gone, without waiting for it', async () => {
  const it = open()
  await until(it, 'replica')
  await pair.stopReplica()
  try {
    for (let n = 0; n < 10; n += 1) expect(await read(it)).toBe('primary')
    await expect.poll(async () => (await it.counted()).down ?? 0).toBeGreaterThan(0)
    const started = performance.now()
    for (let n = 0; n < 50; n += 1) expect(await read(it)).toBe('primary')
    expect(performance.now() - started).toBeLessThan(1_000)
  } finally {
    await pair.startReplica()
  }
  await until(it, 'replica')
})

it('gives slow reads to the primary, and after three of them waits no more', async () => {
  const it = open()
  await until(it, 'replica')
  const slowly = async (db: Db) => {
    await sql`select case when pg_is_in_recovery() then pg_sleep(30) end`.execute(db)
    return where(db)
  }
  for (let n = 0; n < 3; n += 1) {
    const started = performance.now()
    expect(await it.replica.read(ANYBODY, slowly)).toBe('primary')
    expect(performance.now() - started).toBeLessThan(2_000)
  }
  const started = performance.now()
  for (let n = 0; n < 20; n += 1) expect(await it.replica.read(ANYBODY, slowly)).toBe('primary')
  expect(performance.now() - started).toBeLessThan(400)
  // The connections that hung were closed, and what they ran was cancelled.
  const running = `select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(30)%'
    and state = 'active' and pid <> pg_backend_pid()`
  await expect
    .poll(async () => (await asOwner(pair.replicaUrl, running)).rows[0].n, { timeout: 10_000 })
    .toBe(0)
})

it('is not held up by an address that takes connections and never answers', async () => {
  const sockets: Socket[] = []
  const silent = createServer((socket) => sockets.push(socket))
  const port = await freePort()
  await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
  const it = open(`postgres://cupo:x@127.0.0.1:${port}/cupo`)
  await sleep(700)
  const started = performance.now()
  for (let n = 0; n < 50; n += 1) expect(await read(it)).toBe('primary')
  expect(performance.now() - started).toBeLessThan(1_000)
  expect((await it.counted()).down).toBe(50)
  for (const socket of sockets) socket.destroy()
  silent.close()
})

it('whoever wrote reads the primary until the bound is over, others do not', async () => {
  const it = open()
  await until(it, 'replica')
  const ana = { userId: 'ana', newest: false }
  it.replica.noteWrite('ana')
  expect(await read(it, ana)).toBe('primary')
  expect(await read(it, { userId: 'luis', newest: false })).toBe('replica')
  expect(await read(it, { userId: null, newest: true })).toBe('primary')
  await sleep(MAX_AGE_MS)
  expect(await read(it, ana)).toBe('replica')
  expect((await it.counted()).own_write).toBe(2)
})

it('its connections refuse to write, even where they lead to a primary', async () => {
  const it = open(pair.primaryUrl)
  const failures: string[] = []
  const write = async (db: Db) => {
    await sql`delete from replica_beats where beat < 0`.execute(db).catch((error: Error) => {
      failures.push(error.message)
      throw error
    })
  }
  const answered = async () => {
    await read(it)
    return (await it.counted()).replica ?? 0
  }
  await expect.poll(answered).toBeGreaterThan(0)
  await it.replica.read(ANYBODY, write)
  expect(failures).toEqual(['cannot execute DELETE in a read-only transaction'])
})

it('rows of processes that ended are removed', async () => {
  const it = open()
  await until(it, 'replica')
  const count = async () =>
    (await asOwner(pair.primaryUrl, 'select count(*)::int as n from replica_beats')).rows[0].n
  expect(await count()).toBeGreaterThan(0)
  await purgeBeats(primary, addMs(systemClock.now(), -60_000))
  expect(await count()).toBeGreaterThan(0)
  for (const replica of opened.splice(0)) await replica.stop()
  await purgeBeats(primary, addMs(systemClock.now(), 1))
  expect(await count()).toBe(0)
})
