import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#server/platform/ids.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { openLive } from '#test/live-client.ts'
import { say } from '../scripts/project.ts'
import { type Client, expectStatus, httpClient } from './harness/http.ts'
import { meanOf, measure, quantile } from './harness/load.ts'
import { check, print, ratioOf } from './harness/report.ts'
import { bookings, seedScene, warmUp } from './harness/scene.ts'
import { aTrip } from './harness/seed.ts'
import type { Stage } from './harness/stage.ts'

const PASSENGERS_PER_DRIVER = 19
/** Messages of all people together: with 1,000 open screens each person writes every 100 s. */
const MESSAGES_PER_SECOND = 10
/** Enough clients to keep every core busy; more would only queue. */
const CLIENTS = 2 * availableParallelism()
const ARRIVAL_MAX_MS = 30_000

/** Limit that the product promises for reading a message. */
const READ_P99_MAX_MS = 250
const BOOKING_SHARE_MIN = 0.8

type Talk = { id: string; people: [TestUser, TestUser] }

/**
 * Measures messages between so many people with open screens, who write to each other in pairs
 * while others book. Each hint of the live stream makes the screen read the message. Fails when
 * reading takes too long, when a hint is lost, or when bookings become too slow.
 */
export async function chat(stage: Stage, screens: number): Promise<void> {
  const client = httpClient(stage.port, CLIENTS + 32)
  // Each measurement has its own scene, because one scene has too few seats for all measurements.
  const [first, second, third] = [
    await seedScene(stage),
    await seedScene(stage),
    await seedScene(stage),
  ]
  const book = (name: string, scene: typeof first, seconds: number) =>
    measure(name, { clients: CLIENTS, seconds }, bookings(scene, client))
  try {
    const talks = await seedTalks(stage, client, screens)
    await warmUp(stage, CLIENTS, bookings(first, client))
    const before = await book('bookings alone', first, 10)
    print(before)
    const empty = await stage.memory()
    const room = await openScreens(stage, client, talks)
    const full = await stage.memory()
    const stopTalking = startTalking(client, talks, room)
    const beside = await book(`bookings beside ${screens} screens`, second, 15)
    await stopTalking()
    for (const stream of room.streams) stream.close()
    const after = await book('bookings alone', third, 10)
    const alone = meanOf(before, after)
    print(beside, alone)
    print(after, before)
    say(memoryOf(empty, full, screens))
    checkMessages(room)
    const share = ratioOf(beside, alone)
    const what = `bookings at least ${BOOKING_SHARE_MIN} × alone`
    check(what, share >= BOOKING_SHARE_MIN)
  } finally {
    client.close()
  }
}

function memoryOf(empty: NodeJS.MemoryUsage, full: NodeJS.MemoryUsage, screens: number): string {
  const kilobytes = (bytes: number) => `${(bytes / screens / 1_024).toFixed(1)} kB`
  const heap = full.heapUsed + full.external - empty.heapUsed - empty.external
  return `memory of a screen: ${kilobytes(heap)} heap, ${kilobytes(full.rss - empty.rss)} RSS`
}

function checkMessages(room: Room): void {
  const times = (values: number[]) =>
    `p50 ${quantile(values, 0.5).toFixed(0)} ms, p99 ${quantile(values, 0.99).toFixed(0)} ms`
  say(`from sending to the hint: ${times(room.hints)}`)
  check(
    `from sending to reading: ${times(room.reads)} (p99 at most ${READ_P99_MAX_MS} ms)`,
    quantile(room.reads, 0.99) <= READ_P99_MAX_MS,
  )
  check(`${room.hints.length} hints, ${lostHints(room)} lost`, lostHints(room) === 0)
}

/** Creates drivers with a trip each, and passengers who have a conversation with the driver. */
async function seedTalks({ deps }: Stage, client: Client, screens: number): Promise<Talk[]> {
  const talks: Talk[] = []
  for (let people = 0; people < screens; people += 1 + PASSENGERS_PER_DRIVER) {
    const { id, driver } = await aTrip(deps)
    const passengers = Math.min(PASSENGERS_PER_DRIVER, screens - people - 1)
    for (let n = 0; n < passengers; n += 1) {
      const passenger = await aUser(deps)
      const answer = await client.post(`/api/trips/${id}/conversations`, {}, passenger.token)
      expectStatus(answer, 200)
      const { conversation } = JSON.parse(answer.body)
      talks.push({ id: conversation.id, people: [passenger, driver] })
    }
  }
  return talks
}

type Room = {
  streams: { close(): void }[]
  /** Sending times of the messages that have no hint yet, by `user:conversation`. */
  unhinted: Map<string, number[]>
  /** Milliseconds from sending to the hint, and from sending to the response with the text. */
  hints: number[]
  reads: number[]
}

/** Opens one live stream for each person, as an open tab does. */
async function openScreens({ port }: Stage, client: Client, talks: readonly Talk[]): Promise<Room> {
  const people = new Map(talks.flatMap((talk) => talk.people).map((one) => [one.userId, one]))
  const room: Room = { streams: [], unhinted: new Map(), hints: [], reads: [] }
  const url = `http://127.0.0.1:${port}`
  const waiting = [...people.values()]
  async function openSome(): Promise<void> {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      await openScreen(url, client, room, person)
    }
  }
  await Promise.all(Array.from({ length: 16 }, openSome))
  return room
}

async function openScreen(url: string, client: Client, room: Room, person: TestUser) {
  const stream = await openLive({ url, token: person.token })
  if (stream.status !== 200) throw new Error(`a stream was answered ${stream.status}`)
  room.streams.push(stream)
  let known = 0
  void stream.until(({ events, at }) => {
    for (; known < events.length; known += 1) {
      const event = events[known]
      const arrived = at[known]
      if (event?.type !== 'message' || arrived === undefined) continue
      void readMessages(client, room, { person, ref: event.ref, arrived })
    }
    return false
  })
}

type Hint = { person: TestUser; ref: string; arrived: number }

async function readMessages(client: Client, room: Room, hint: Hint): Promise<void> {
  const { person, ref, arrived } = hint
  const sentAt = room.unhinted.get(`${person.userId}:${ref}`)?.shift()
  if (sentAt === undefined) throw new Error('a hint without a message')
  room.hints.push(arrived - sentAt)
  expectStatus(await client.get(`/api/conversations/${ref}/messages`, person.token), 200)
  room.reads.push(performance.now() - sentAt)
}

/** Both people of each conversation write in turn, conversation after conversation. */
function startTalking(client: Client, talks: readonly Talk[], room: Room): () => Promise<void> {
  let isRunning = true
  const sent: Promise<void>[] = []
  const running = (async () => {
    for (let turn = 0; isRunning; turn += 1) {
      const talk = talks[turn % talks.length]
      if (talk) sent.push(send(client, room, talk, Math.floor(turn / talks.length)))
      await sleep(1_000 / MESSAGES_PER_SECOND)
    }
  })()
  return async () => {
    isRunning = false
    await running
    await Promise.all(sent)
    const end = performance.now() + ARRIVAL_MAX_MS
    const isUnread = () => lostHints(room) + room.hints.length > room.reads.length
    while (isUnread() && performance.now() < end) await sleep(20)
  }
}

async function send(client: Client, room: Room, { id, people }: Talk, round: number) {
  const sentAt = performance.now()
  for (const { userId } of people) {
    const key = `${userId}:${id}`
    room.unhinted.set(key, [...(room.unhinted.get(key) ?? []), sentAt])
  }
  const { token } = people[round % 2] ?? people[0]
  const body = { id: newId(), text: `¿Salimos puntual? ${round}` }
  expectStatus(await client.post(`/api/conversations/${id}/messages`, body, token), 200)
}

const lostHints = ({ unhinted }: Room) => [...unhinted.values()].flat().length
