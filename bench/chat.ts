import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { openLive } from '#test/live-client.ts'
import { bookingWork, warmUp } from './bookings.ts'
import { type Client, type Figures, httpClient, measure, quantile } from './load.ts'
import { insertTrip, openCorridor } from './seed.ts'
import type { Stage } from './stage.ts'

const ROUTE = ['11001', '25307', '73001', '76001']
const PASSENGERS_PER_DRIVER = 19
/** Of all together: with 1,000 open screens each person writes every 100 s. */
const MESSAGES_PER_SECOND = 10
/** Clients enough to keep every core busy; with more, all would only queue for them. */
const options = { clients: 2 * availableParallelism(), seconds: 10 }

/** What the product promises of a message. */
const DELIVERY_P99_MS = 250
const BOOKING_SHARE_MIN = 0.8

type Talk = { id: string; people: [TestUser, TestUser] }

/**
 * Open screens of `screens` people, who talk in pairs while others book. A message is delivered
 * when the screen of the other person has read its text, which the stream told it to do. Fails
 * when that takes too long, when a hint is lost, or when bookings suffer.
 */
export async function measureChat(
  stage: Stage,
  screens: number,
): Promise<{ lines: string[]; met: boolean }> {
  const client = httpClient(stage.port, options.clients + 32)
  try {
    const book = await bookingWork(stage, client)
    const bookBeside = await bookingWork(stage, client)
    const bookAfter = await bookingWork(stage, client)
    const talks = await seedTalks(stage, client, screens)
    await warmUp(stage, options.clients, book)
    const before = await measure('bookings alone', options, book)
    const empty = await stage.memory()
    const room = await openScreens(stage, client, talks, screens)
    const full = await stage.memory()
    const talking = talk(client, talks, room)
    const beside = await measure('bookings beside', { ...options, seconds: 15 }, bookBeside)
    await talking.stop()
    room.close()
    const after = await measure('bookings alone again', options, bookAfter)
    const memory = {
      rss: (full.rss - empty.rss) / screens,
      heap: (full.heapUsed + full.external - empty.heapUsed - empty.external) / screens,
    }
    return report({ screens, before, beside, after, memory, room })
  } finally {
    client.close()
  }
}

/** Drivers with a trip each, and passengers who ask them something. */
async function seedTalks({ deps }: Stage, client: Client, screens: number): Promise<Talk[]> {
  const corridor = await openCorridor(deps, ROUTE)
  const talks: Talk[] = []
  for (let people = 0; people < screens; people += 1 + PASSENGERS_PER_DRIVER) {
    const driver = await aVerifiedDriver(deps)
    const departsAt = addMs(deps.clock.now(), 20 * DAY_MS)
    const trip = await insertTrip(deps, driver, corridor, departsAt)
    const passengers = Math.min(PASSENGERS_PER_DRIVER, screens - people - 1)
    for (let n = 0; n < passengers; n += 1) {
      const passenger = await aUser(deps)
      const path = `/api/trips/${trip.id}/conversations`
      const answer = await client.send('POST', path, headersOf(passenger), '{}')
      if (answer.status !== 200) throw new Error(`${path}: ${answer.body}`)
      const { conversation } = JSON.parse(answer.body)
      talks.push({ id: conversation.id, people: [passenger, driver] })
    }
  }
  return talks
}

type Room = {
  /** When each message was sent, by whom it is still to reach, as `user:conversation`. */
  hinted: Map<string, number[]>
  hints: number[]
  reads: number[]
  close(): void
}

/** One stream for each person, as an open tab has one. */
async function openScreens(
  { port }: Stage,
  client: Client,
  talks: readonly Talk[],
  screens: number,
): Promise<Room> {
  const people = new Map(talks.flatMap((each) => each.people).map((one) => [one.userId, one]))
  if (people.size !== screens) throw new Error(`${people.size} people instead of ${screens}`)
  const waiting = [...people.values()]
  const streams: { close(): void }[] = []
  const room: Room = {
    hinted: new Map(),
    hints: [],
    reads: [],
    close() {
      for (const stream of streams) stream.close()
    },
  }
  const url = `http://127.0.0.1:${port}`
  const openSome = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const one = person
      const stream = await openLive({ url, token: one.token })
      if (stream.status !== 200) throw new Error(`a stream was answered ${stream.status}`)
      streams.push(stream)
      let known = 0
      void stream.until(({ events, at }) => {
        for (; known < events.length; known += 1) {
          const event = events[known]
          const arrived = at[known]
          if (event?.type !== 'message' || arrived === undefined) continue
          void onHint(client, room, { person: one, ref: event.ref, arrived })
        }
        return false
      })
    }
  }
  await Promise.all(Array.from({ length: 16 }, openSome))
  return room
}

type Hint = { person: TestUser; ref: string; arrived: number }

async function onHint(client: Client, room: Room, { person, ref, arrived }: Hint): Promise<void> {
  const sentAt = room.hinted.get(`${person.userId}:${ref}`)?.shift()
  if (sentAt === undefined) throw new Error('a hint of no message, or twice')
  room.hints.push(arrived - sentAt)
  const path = `/api/conversations/${ref}/messages`
  const { status } = await client.send('GET', path, headersOf(person))
  if (status !== 200) throw new Error(`reading was answered ${status}`)
  room.reads.push(performance.now() - sentAt)
}

/** Both sides of each conversation write in turn, conversation after conversation. */
function talk(client: Client, talks: readonly Talk[], room: Room) {
  let stopped = false
  const sent: Promise<void>[] = []
  const running = (async () => {
    for (let turn = 0; !stopped; turn += 1) {
      const one = talks[turn % talks.length]
      if (one) sent.push(say(client, room, one, Math.floor(turn / talks.length)))
      await wait(1000 / MESSAGES_PER_SECOND)
    }
  })()
  return {
    async stop() {
      stopped = true
      await running
      await Promise.all(sent)
      // What is under way may still arrive.
      const end = performance.now() + 30_000
      while (lost(room) + room.hints.length - room.reads.length > 0 && performance.now() < end) {
        await wait(20)
      }
    },
  }
}

async function say(client: Client, room: Room, { id, people }: Talk, round: number) {
  const sentAt = performance.now()
  for (const { userId } of people) {
    const key = `${userId}:${id}`
    room.hinted.set(key, [...(room.hinted.get(key) ?? []), sentAt])
  }
  const sender = people[round % 2] ?? people[0]
  const body = JSON.stringify({ id: newId(), text: `¿Salimos puntual? ${round}` })
  const answer = await client.send(
    'POST',
    `/api/conversations/${id}/messages`,
    headersOf(sender),
    body,
  )
  if (answer.status !== 200) throw new Error(`a message was answered ${answer.status}`)
}

const lost = ({ hinted }: Room) => [...hinted.values()].flat().length

type Found = {
  screens: number
  before: Figures
  beside: Figures
  after: Figures
  memory: { rss: number; heap: number }
  room: Room
}

function report({ screens, before, beside, after, memory, room }: Found) {
  const alone = (before.perSecond + after.perSecond) / 2
  const share = beside.perSecond / alone
  const hints = room.hints.toSorted((x, y) => x - y)
  const reads = room.reads.toSorted((x, y) => x - y)
  const p99 = quantile(reads, 0.99)
  const rate = ({ perSecond }: Figures) => `${perSecond.toFixed(0)}/s`
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`
  const figures = (times: number[]) =>
    `p50 ${quantile(times, 0.5).toFixed(0)} ms  p99 ${quantile(times, 0.99).toFixed(0)} ms`
  const lines = [
    `${screens} open screens, ${MESSAGES_PER_SECOND} messages/s, on one process:`,
    `  memory of each               ${kilobytes(memory.heap)} heap, ${kilobytes(memory.rss)} RSS`,
    `  sent until hinted            ${figures(hints)}  (${hints.length}, ${lost(room)} lost)`,
    `  sent until read              ${figures(reads)}  (p99 at most ${DELIVERY_P99_MS} ms)`,
    `  bookings alone               ${rate(before)}, and afterwards ${rate(after)}`,
    `  bookings beside              ${rate(beside)} = ${share.toFixed(2)} × alone (at least ` +
      `${BOOKING_SHARE_MIN})`,
  ]
  const met = lost(room) === 0 && p99 <= DELIVERY_P99_MS && share >= BOOKING_SHARE_MIN
  return { lines, met }
}

function headersOf({ token }: TestUser): Record<string, string> {
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}
