import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { newId } from '#server/platform/ids.ts'
import type { TestUser } from '#test/factories.ts'
import { type Client, httpClient } from './harness/http.ts'
import { meanOf, measure, type Work } from './harness/load.ts'
import { check, print } from './harness/report.ts'
import { bookingCall, bookings, type Scene, seedScene, warmUp } from './harness/scene.ts'
import { aTrip, openSeries, SEATS, type SeededTrip, seedPeople } from './harness/seed.ts'
import { type Stage, stopServer } from './harness/stage.ts'
import type { Waves } from './harness/wave-worker.ts'

/** Honest people who book in parallel during an attack. */
const CLIENTS = 16
const FUNDS = 500_000_000

/**
 * Measures bookings of honest people, alone and during each attack. Fails when an attack slows
 * them.
 */
export async function attack(stage: Stage): Promise<void> {
  await besideBookAndCancel(stage)
  await besideOthers(stage)
}

const BUYERS = 800
const TRIPS = 100
const TABS = 4

/**
 * Measures buyers of one driver's trips while an attacker books and cancels another trip of that
 * driver.
 */
async function besideBookAndCancel(stage: Stage): Promise<void> {
  const { openTrip } = await openSeries(stage.deps)
  const target = await openTrip()
  const trips: SeededTrip[] = []
  while (trips.length < TRIPS) trips.push(await openTrip())
  const people = await seedPeople(stage.deps, BUYERS, FUNDS)
  const [attacker] = await seedPeople(stage.deps, 1, FUNDS)
  if (!attacker) throw new Error('no attacker')
  const client = httpClient(stage.port, CLIENTS + TABS)
  const buy = buyersOf(client, people, trips)
  const buyers = (name: string) => measure(name, { clients: CLIENTS, seconds: 8 }, buy)
  try {
    const alone = await buyers('buyers of one driver, alone')
    print(alone)
    // The round without the rate limit comes first: a reached limit lasts until its minute ends.
    for (const isLimited of [false, true]) {
      const stop = bookAndCancel(stage, client, { attacker, target, isLimited })
      print(await buyers(`beside book and cancel, ${isLimited ? 'rate limit' : 'no limit'}`), alone)
      await stop()
    }
  } finally {
    client.close()
  }
}

/**
 * In each turn the next person buys the next leg. Buyers move to the next trip when nine tenths of
 * a trip are sold.
 */
function buyersOf(client: Client, people: TestUser[], trips: SeededTrip[]): Work {
  const legs = trips[0]?.lastSeq ?? 1
  const perTrip = Math.floor(legs * SEATS * 0.9)
  let turns = 0
  return async () => {
    const turn = turns++
    const trip = trips[Math.floor(turn / perTrip) % trips.length]
    const person = people[turn % people.length]
    if (!trip || !person) return false
    const leg = (turn % perTrip) % legs
    const { path, body } = bookingCall(trip.id, leg, leg + 1)
    return (await client.post(path, body, person.token, newId())).status === 201
  }
}

/**
 * One person in four tabs: two tabs book, and two cancel these bookings. Returns a function that
 * stops them.
 */
function bookAndCancel(
  { pool }: Stage,
  client: Client,
  options: { attacker: TestUser; target: SeededTrip; isLimited: boolean },
): () => Promise<void> {
  const { attacker, target, isLimited } = options
  const { token, userId } = attacker
  const { path, body } = bookingCall(target.id, 0, 1)
  let isRunning = true
  let bookingId = ''
  async function tab(books: boolean): Promise<void> {
    while (isRunning) {
      if (!isLimited) await pool.query(`delete from rate_limits where key like '%' || $1`, [userId])
      if (books) {
        const answer = await client.post(path, body, token, newId())
        if (answer.status === 201) bookingId = JSON.parse(answer.body).booking.id
      } else if (bookingId) {
        await client.post(`/api/bookings/${bookingId}/cancel`, {}, token, newId())
      } else {
        await sleep(1)
      }
    }
  }
  const tabs = Array.from({ length: TABS }, (_, n) => tab(n % 2 === 0))
  return async () => {
    isRunning = false
    await Promise.all(tabs)
  }
}

const BOOKINGS = 2_500

/**
 * Smallest accepted share of honest bookings that succeed, and largest accepted growth of their
 * p99.
 */
const BOOKED_MIN = 0.95
const P99_RATIO_MAX = 2

const PARALLEL_CALLS = 1_050
const CROWD = 60

/**
 * After this time, calls about a locked trip no longer share statements with other calls (decision
 * 31).
 */
const SETTLED_MS = 1_000
const FREEZE_AFTER_MS = 1_000

/** Starts an attack and returns a function that stops it. */
type Attack = (stage: Stage, scene: Scene) => Promise<() => Promise<void>>

/**
 * `limitsP99` is false for the parallel calls: clients and server share the cores here, and parsing
 * so many requests uses the processor. Their p99 is only printed.
 */
const ATTACKS: { name: string; start: Attack; limitsP99: boolean }[] = [
  {
    name: `one account, ${PARALLEL_CALLS} parallel calls`,
    start: floodFromOneAccount,
    limitsP99: false,
  },
  { name: `${CROWD} people on a locked trip`, start: crowdLockedTrip, limitsP99: true },
  { name: 'a frozen second process', start: freezeSecondProcess, limitsP99: true },
]

/** Measures strangers who book other trips before, during and after each attack. */
async function besideOthers(stage: Stage): Promise<void> {
  const scene = await seedScene(stage)
  const client = httpClient(stage.port, CLIENTS)
  const book = bookings(scene, client)
  const strangers = (name: string) => measure(name, { clients: CLIENTS, turns: BOOKINGS }, book)
  try {
    await warmUp(stage, CLIENTS, book)
    let before = await strangers('strangers alone')
    print(before)
    for (const { name, start, limitsP99 } of ATTACKS) {
      const stop = await start(stage, scene)
      await sleep(SETTLED_MS)
      const found = await strangers(`beside ${name}`)
      await stop()
      const after = await strangers('strangers alone')
      const alone = meanOf(before, after)
      print(found, alone)
      const share = found.done / (found.done + found.refused)
      const growth = found.p99Ms / alone.p99Ms
      check(
        `${(share * 100).toFixed(1)} % booked, p99 ${growth.toFixed(2)} × alone`,
        share >= BOOKED_MIN && (!limitsP99 || growth <= P99_RATIO_MAX),
      )
      before = after
    }
  } finally {
    client.close()
  }
}

/** Sends waves of parallel bookings of one person. */
async function floodFromOneAccount({ deps, port }: Stage) {
  const [person] = await seedPeople(deps, 1, FUNDS)
  const call = bookingCall((await aTrip(deps)).id, 0, 1)
  const workerData: Waves = { ...call, port, token: person?.token ?? '', calls: PARALLEL_CALLS }
  const script = new URL('./harness/wave-worker.ts', import.meta.url)
  const worker = new Worker(script, { workerData })
  const ended = once(worker, 'exit')
  return async () => {
    worker.postMessage('end')
    await ended
  }
}

/** A transaction keeps the seats of a trip locked while many people try to book it. */
async function crowdLockedTrip({ deps, pool, port }: Stage) {
  const client = httpClient(port, CROWD)
  const trip = await aTrip(deps)
  const { path, body } = bookingCall(trip.id, 0, 1)
  const crowd = await seedPeople(deps, CROWD, FUNDS)
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from trip_seats where trip_id = $1 for no key update', [trip.id])
  let isRunning = true
  const trying = crowd.map(async ({ token }) => {
    while (isRunning) await client.post(path, body, token)
  })
  return async () => {
    isRunning = false
    await holder.query('rollback')
    holder.release()
    await Promise.all(trying)
    client.close()
  }
}

/**
 * Starts a second server process that books for the same people on the same trips, and freezes it
 * midway.
 */
async function freezeSecondProcess(stage: Stage, scene: Scene) {
  const second = await stage.startSecond()
  const client = httpClient(second.port, CLIENTS)
  const book = bookings(scene, client)
  let isRunning = true
  const booking = Array.from({ length: CLIENTS }, async () => {
    while (isRunning) await book(0).catch(() => {})
  })
  await sleep(FREEZE_AFTER_MS)
  second.child.kill('SIGSTOP')
  return async () => {
    isRunning = false
    second.child.kill('SIGCONT')
    await Promise.all(booking)
    client.close()
    await stopServer(second)
  }
}
