import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { verifyLedger, walletTotals } from '#server/domains/ledger/ledger.public.ts'
import { seatsLeft, stopId } from '#server/domains/trips/trips.public.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Embedded, startEmbedded } from '#server/platform/db/embedded.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createLogger } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { aFundedWallet, aUser } from '../factories.ts'
import { freePort } from '../free-port.ts'
import { aTrip, type TestTrip } from '../trip-factories.ts'
import { type CheckoutData, payAtCheckout } from './checkout-visitor.ts'
import { type ServerProcess, serverProcess } from './server-process.ts'

// SIGKILL of the server, and of PostgreSQL, in the middle of fifty bookings and fifty top-ups.
// Everything that got no answer is sent again with its key; each must have happened exactly once.

const PEOPLE = 50
const TRIPS = 13
const SEATS = 4
const OPENING = 100_000
const TOPUP = 20_000
/** A minute: the server starts again on a machine that is busy. */
const ATTEMPTS = 240

type Person = {
  userId: string
  token: string
  tripId: string
  from: string
  to: string
  /** Pesos of one seat. */
  fare: number
}

let dataDir: string
let server: ServerProcess
/** Requests without a final answer at first: sent during or after the kill. */
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

/** Our own look at the server's database, closed again before anybody is killed. */
async function withDeps<T>(work: (deps: Deps, database: Embedded) => Promise<T>): Promise<T> {
  const log = createLogger('silent')
  const database = await startEmbedded({ dataDir, durable: true, log })
  const config = loadConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const db = openDatabase(database.url, { restricted: true, poolSize: 5 })
  const urls = { site: server.url, gatewayApi: server.url, checkout: server.url }
  const metrics = createMetrics({ process: false })
  const secrets = loadSecrets(config)
  try {
    return await work({ db, config, log, clock: systemClock, metrics, secrets, urls }, database)
  } finally {
    await db.destroy()
    await database.stop()
  }
}

/** Fifty people with money, and trips with two more seats than they need. */
async function seed(deps: Deps): Promise<Person[]> {
  const trips: TestTrip[] = []
  for (let index = 0; index < TRIPS; index += 1) trips.push(await aTrip(deps, { seats: SEATS }))
  const people: Person[] = []
  for (let index = 0; index < PEOPLE; index += 1) {
    const trip = trips[index % TRIPS]
    if (!trip) continue
    const { userId, token } = await aUser(deps)
    await aFundedWallet(deps, userId, OPENING)
    const { tripId, facts } = trip
    const to = stopId(tripId, facts.places.length - 1)
    people.push({ userId, token, tripId, from: stopId(tripId, 0), to, fare: facts.seatPrice })
  }
  return people
}

/** Retries with the same key until the answer is final. */
async function insist(
  address: string,
  token: string,
  key: string | undefined,
  body: unknown,
): Promise<Record<string, unknown>> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${server.url}/api${address}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer && text && answer.status < 500) {
      expect(answer.status, text).toBeLessThan(300)
      return JSON.parse(text) as Record<string, unknown>
    }
    disturbed += 1
    if (attempt === ATTEMPTS) throw new Error(`no answer from ${address}: ${text}`)
    await sleep(250)
  }
}

async function book(person: Person): Promise<void> {
  const { from: fromStopId, to: toStopId, fare: expectedPrice } = person
  const body = { fromStopId, toStopId, seats: 1, expectedPrice }
  await insist(`/trips/${person.tripId}/bookings`, person.token, `book-${person.userId}`, body)
}

async function topUp(person: Person): Promise<void> {
  const key = `topup-${person.userId}`
  const created = await insist('/payments/create', person.token, key, { amount: TOPUP })
  const checkout = created.data as CheckoutData
  const { reference } = checkout
  await payAtCheckout(checkout)
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const confirmed = await insist('/payments/confirm-redirect', person.token, undefined, {
      reference,
    })
    if ((confirmed.payment as { status: string }).status === 'APPROVED') return
    await sleep(250)
  }
  throw new Error('the top-up was never confirmed')
}

/** Starts everything in parallel, kills while it runs, and waits until all of it is answered. */
async function strikeInTheMiddle(people: Person[], strike: () => Promise<void>): Promise<void> {
  disturbed = 0
  const work = people.flatMap((person) => [book(person), topUp(person)])
  const settled = Promise.allSettled(work)
  await sleep(250)
  await strike()
  for (const one of await settled) {
    if (one.status === 'rejected') throw one.reason
  }
  expect(disturbed, 'the strike came too late to hit anything').toBeGreaterThan(10)
}

async function expectOneEffectEach(deps: Deps, people: Person[]): Promise<void> {
  for (const person of people) {
    const totals = await walletTotals(deps.db, person.userId)
    expect(totals.held).toBe(person.fare)
    expect(totals.available).toBe(OPENING - person.fare + TOPUP)
  }
  for (const [tripId, travellers] of Map.groupBy(people, (person) => person.tripId)) {
    for (const free of await seatsLeft(deps.db, tripId)) {
      expect(free).toBe(SEATS - travellers.length)
    }
  }
  expect((await verifyLedger(deps)).findings).toEqual([])
}

// covers: C9, C168
it('the server is killed: every retried request has exactly one effect', async () => {
  const people = await withDeps((deps) => seed(deps))
  await strikeInTheMiddle(people, async () => {
    await server.killHard()
    await server.start()
  })
  await withDeps((deps) => expectOneEffectEach(deps, people))
})

// covers: C9, C168
it('PostgreSQL is killed: every retried request has exactly one effect', async () => {
  const { people, pid } = await withDeps(async (deps, database) => ({
    people: await seed(deps),
    pid: database.pid,
  }))
  await strikeInTheMiddle(people, async () => {
    process.kill(pid, 'SIGKILL')
  })
  await withDeps((deps) => expectOneEffectEach(deps, people))
})
