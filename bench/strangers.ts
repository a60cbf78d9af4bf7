import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { aVerifiedDriver } from '#test/factories.ts'
import { bookings, headersOf, type Scene, seedScene, warmUp } from './bookings.ts'
import { type Figures, httpClient, measure } from './load.ts'
import { insertTrip, openCorridor, seedPeople } from './seed.ts'
import type { Stage } from './stage.ts'
import type { Waves } from './waves.ts'

/** Strangers who book, in parallel, and their bookings under each attack. */
const CLIENTS = 16
const BOOKINGS = 2_500

/** Under attack: the smallest share of bookings that succeed, and the largest growth of p99. */
const ANSWERED_MIN = 0.95
const P99_RATIO_MAX = 2

const FUNDS = 100_000_000
const ROUTE = ['11001', '05001']

const PARALLEL_CALLS = 1_050
const CROWD = 60

/** Until calls that came first together are made one by one (decision 161). */
const BEGUN_MS = 1_000

const FREEZE_AFTER_MS = 1_000

type Attack = (stage: Stage, scene: Scene) => Promise<() => Promise<void>>

export type Beside = { figures: Figures; alone: Figures; met: boolean }

/**
 * `isBounded`: p99 counts. A flood takes the processor for as long as so many requests are read,
 * of which clients and server have the same two cores here; its p99 is shown, and not judged.
 */
const attacks: { name: string; attack: Attack; isBounded: boolean }[] = [
  {
    name: `one account, ${PARALLEL_CALLS} parallel calls`,
    attack: oneAccount,
    isBounded: false,
  },
  { name: `${CROWD} people on a locked trip`, attack: lockedTrip, isBounded: true },
  { name: 'a frozen second process', attack: frozenProcess, isBounded: true },
]

/**
 * Strangers who book trips that nobody attacks: alone before and after, and under each attack. Met
 * when at least 95 % of them book and, beside locked rows, their p99 is at most twice the mean of
 * both times alone.
 */
export async function* measureStrangers(stage: Stage): AsyncGenerator<Beside> {
  const scene = await seedScene(stage)
  const client = httpClient(stage.port, CLIENTS)
  const book = bookings(scene, client)
  const strangers = (name: string) => measure(name, { clients: CLIENTS, turns: BOOKINGS }, book)
  try {
    await warmUp(stage, CLIENTS, book)
    let before = await strangers('strangers alone')
    for (const { name, attack, isBounded } of attacks) {
      const stop = await attack(stage, scene)
      await sleep(BEGUN_MS)
      const figures = await strangers(`beside ${name}`)
      await stop()
      const after = await strangers('strangers alone')
      const alone = { ...after, p99Ms: (before.p99Ms + after.p99Ms) / 2 }
      const answered = figures.done / (figures.done + figures.refused)
      const isFast = figures.p99Ms <= P99_RATIO_MAX * alone.p99Ms
      const met = answered >= ANSWERED_MIN && (isFast || !isBounded)
      yield { figures, alone, met }
      before = after
    }
  } finally {
    client.close()
  }
}

/** Waves of parallel bookings of one person, from a thread of their own. */
async function oneAccount(stage: Stage) {
  const [person] = await seedPeople(stage.deps, 1, FUNDS)
  const { path, body } = await aBooking(stage)
  const headers = headersOf(person?.token ?? '')
  const workerData: Waves = { port: stage.port, path, headers, body, calls: PARALLEL_CALLS }
  const worker = new Worker(new URL('./waves.ts', import.meta.url), { workerData })
  const ended = once(worker, 'exit')
  return async () => {
    worker.postMessage('end')
    await ended
  }
}

/** Somebody keeps the seats of a trip locked, and all others who want it press again and again. */
async function lockedTrip(stage: Stage) {
  const client = httpClient(stage.port, CROWD)
  const { path, body, tripId } = await aBooking(stage)
  const holder = await stage.pool.connect()
  await holder.query('begin')
  await holder.query('select from trip_seats where trip_id = $1 for no key update', [tripId])
  const crowd = await seedPeople(stage.deps, CROWD, FUNDS)
  let going = true
  const all = crowd.map(async (person) => {
    while (going) await client.send('POST', path, headersOf(person.token), body)
  })
  return async () => {
    going = false
    await holder.query('rollback')
    holder.release()
    await Promise.all(all)
    client.close()
  }
}

/** A booking of the first leg of a trip that no stranger books. */
async function aBooking({ deps }: Stage) {
  const corridor = await openCorridor(deps, ROUTE)
  const driver = await aVerifiedDriver(deps)
  const { id } = await insertTrip(deps, driver, corridor, addMs(deps.clock.now(), 20 * DAY_MS))
  const body = JSON.stringify({ fromStopId: `${id}.0`, toStopId: `${id}.1`, seats: 1 })
  return { tripId: id, path: `/api/trips/${id}/bookings`, body }
}

/** Another process books for the same people on the same trips, and is stopped while it does. */
async function frozenProcess(stage: Stage, scene: Scene) {
  const { child, port } = await stage.another()
  const client = httpClient(port, CLIENTS)
  const book = bookings(scene, client)
  let going = true
  const booking = Array.from({ length: CLIENTS }, async () => {
    while (going) await book(0).catch(() => {})
  })
  await sleep(FREEZE_AFTER_MS)
  child.kill('SIGSTOP')
  return async () => {
    going = false
    child.removeAllListeners('exit')
    const ended = once(child, 'exit')
    child.kill('SIGCONT')
    await Promise.all(booking)
    client.close()
    child.kill('SIGTERM')
    await ended
  }
}
