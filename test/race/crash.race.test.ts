import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { fromModules } from '#server/modules.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createClockWatch } from '#server/platform/clock-watch.ts'
import { type Embedded, startEmbedded } from '#server/platform/db/embedded.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { freePort } from '../free-port.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'
import { book, type Person, seedPeople, topUp, wrongEffects } from './traffic.ts'

// SIGKILL of the server, and of PostgreSQL, in the middle of fifty bookings and fifty top-ups.
// Every unanswered request is sent again with its key; each must have exactly one effect.

const PEOPLE = 50
const TRIPS = 13
/** Attempts for a minute: the server needs that long to restart on a busy machine. */
const ATTEMPTS = 240

let dataDir: string
let server: ServerProcess
/** Number of requests without a final answer at first: sent during or after the kill. */
let disturbed = 0

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-crash-'))
  server = serverProcess({ port: await freePort(), dataDir })
  await server.start()
})

afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Opens the server's database for our own queries, and closes it before a process is killed. */
async function withDeps<T>(work: (deps: Deps, database: Embedded) => Promise<T>): Promise<T> {
  const log = createLogger('silent')
  const database = await startEmbedded({ dataDir, durable: true, log })
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const db = openDatabase(database.url, { restricted: true, poolSize: 5 })
  const urls = { site: server.url, gatewayApi: server.url, checkout: server.url }
  const metrics = createMetrics({ process: false })
  const secrets = loadSecrets(config)
  try {
    const clocks = { clock: systemClock, clockWatch: createClockWatch() }
    const deps = { db, config, log, ...clocks, metrics, secrets, urls, ...fromModules }
    return await work(deps, database)
  } finally {
    await db.destroy()
    await database.stop()
  }
}

/** Fifty people with money, and trips with two more seats than they need. */
const seed = (deps: Deps) => seedPeople(deps, { people: PEOPLE, trips: TRIPS })

/**
 * Starts everything in parallel, kills during the run, and waits until every request is answered.
 */
async function strikeInTheMiddle(people: Person[], strike: () => Promise<void>): Promise<void> {
  disturbed = 0
  const site = {
    url: server.url,
    attempts: ATTEMPTS,
    onFailure: () => {
      disturbed += 1
    },
    onAnswer: () => {},
  }
  const work = people.flatMap((person) => [book(site, person), topUp(site, person)])
  const settled = Promise.allSettled(work)
  await sleep(250)
  await strike()
  for (const one of await settled) {
    if (one.status === 'rejected') throw one.reason
  }
  expect(disturbed, 'the strike came too late to hit anything').toBeGreaterThan(10)
}

async function expectOneEffectEach(deps: Deps, people: Person[]): Promise<void> {
  expect(await wrongEffects(deps, people)).toEqual([])
  expect((await verifyLedger(deps)).findings).toEqual([])
}

it('gives every retried request exactly one effect after the server is killed', async () => {
  const people = await withDeps((deps) => seed(deps))
  await strikeInTheMiddle(people, async () => {
    await server.killHard()
    await server.start()
  })
  await withDeps((deps) => expectOneEffectEach(deps, people))
})

it('gives every retried request exactly one effect after PostgreSQL is killed', async () => {
  const { people, pid } = await withDeps(async (deps, database) => ({
    people: await seed(deps),
    pid: database.pid,
  }))
  await strikeInTheMiddle(people, async () => {
    process.kill(pid, 'SIGKILL')
  })
  await withDeps((deps) => expectOneEffectEach(deps, people))
})
