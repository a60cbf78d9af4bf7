import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { aVerifiedDriver, type TestDriver, type TestUser } from '#test/factories.ts'
import { checkMoney, checkTrip } from './hot-trip-checks.ts'
import { type Client, httpClient, quantile } from './load.ts'
import { type Corridor, insertTrip, openCorridor, SEATS, seedPeople } from './seed.ts'
import type { Stage } from './stage.ts'

/** From one end of the country to the other: a trip has eight seats, so many legs make many. */
const ACROSS = ['52356', '52001', '19001', '76001', '17001', '05001', '13001', '44001']

const CROWDS = [64, 256]
const MIXED_ROUNDS = 5
const WARM_UP_ROUNDS = 10
/** Asked for per free seat: the rest must be refused. */
const DEMAND = 1.25
/** One press in so many reaches the server twice, as from a phone that lost the answer. */
const TWICE_EVERY = 16
const CANCEL_SHARE = 1 / 3
/** No seat here touches another day, so the same people may travel in every round. */
const DAYS_BETWEEN = 4

type Ask = { leg: number; person: TestUser }
type Round = { clients: number; perSecond: number; wrong: string[] }
type Scene = { stage: Stage; client: Client; people: TestUser[]; open(): Promise<Trip> }
type Trip = { id: string; legs: number; capacity: number }

export type HotTrip = {
  capacity: number
  /** Median of the bookings per second until sold out, by number of clients. */
  perSecond: Map<number, number>
  ratio: number
  rounds: number
  /** Of the mixed rounds: bookings and cancellations together. */
  mixedPerSecond: number
  mixedRounds: number
  /** Everything that may not happen; empty, or the run has failed. */
  wrong: string[]
}

/** One trip that everybody wants at once: speed until sold out, and that no seat is sold twice. */
export async function measureHotTrip(stage: Stage, rounds: number): Promise<HotTrip> {
  const driver = await aVerifiedDriver(stage.deps)
  const corridor = await openCorridor(stage.deps, ACROSS)
  const legs = corridor.route.places.length - 1
  const people = await seedPeople(stage.deps, Math.ceil(legs * SEATS * DEMAND), 500_000_000)
  const client = httpClient(stage.port, Math.max(...CROWDS))
  const scene = { stage, client, people, open: tripMaker(stage, driver, corridor) }
  try {
    // As in `warmUp`: a server that has been running has compiled code, and plans for such tables.
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await sellOut(scene, CROWDS[0] ?? 1)
    await stage.pool.query('analyze')
    const sales: Round[] = []
    for (let round = 0; round < rounds; round += 1) {
      sales.push(await sellOut(scene, CROWDS[round % CROWDS.length] ?? 1))
    }
    const mixed: Round[] = []
    for (let round = 0; round < MIXED_ROUNDS; round += 1) mixed.push(await mixedRound(scene))
    const wrong = [...sales, ...mixed].flatMap((round) => round.wrong)
    return summary(legs * SEATS, sales, mixed, [...wrong, ...(await checkMoney(stage.pool))])
  } finally {
    client.close()
  }
}

function summary(capacity: number, rounds: Round[], mixed: Round[], wrong: string[]): HotTrip {
  const median = (of: Round[]) =>
    quantile(
      of.map((round) => round.perSecond).sort((a, b) => a - b),
      0.5,
    )
  const perSecond = new Map(
    CROWDS.map((clients) => [clients, median(rounds.filter((round) => round.clients === clients))]),
  )
  const [calm = 1, crowded = 0] = perSecond.values()
  return {
    capacity,
    perSecond,
    ratio: crowded / calm,
    rounds: rounds.length,
    mixedPerSecond: median(mixed),
    mixedRounds: mixed.length,
    wrong,
  }
}

function tripMaker(stage: Stage, driver: TestDriver, corridor: Corridor): () => Promise<Trip> {
  let made = 0
  return async () => {
    made += 1
    const departsAt = addMs(stage.deps.clock.now(), made * DAYS_BETWEEN * DAY_MS)
    const everyStop = corridor.route.places.map((_, seq) => seq)
    const { id, lastSeq } = await insertTrip(stage.deps, driver, corridor, departsAt, everyStop)
    return { id, legs: lastSeq, capacity: lastSeq * SEATS }
  }
}

/** More people than seats, one leg each, until every seat of every leg is sold. */
async function sellOut(scene: Scene, clients: number): Promise<Round> {
  const trip = await scene.open()
  await liftLimits(scene)
  const asks = shuffled(
    scene.people.map((person, index): Ask => ({ person, leg: index % trip.legs })),
  )
  const started = performance.now()
  let lastSale = started
  let answered = 0
  await crowd(clients, asks, async (ask, turn) => {
    const bookingId = await press(scene, trip, ask, turn)
    if (!bookingId) return
    answered += 1
    lastSale = performance.now()
  })
  const { sold, wrong } = await checkTrip(scene.stage.pool, trip.id)
  const perSecond = sold / ((lastSale - started) / 1000)
  if (sold !== trip.capacity) wrong.push(`sold ${sold} of ${trip.capacity}`)
  if (answered !== sold) wrong.push(`${answered} were told that they had one of ${sold} seats`)
  return { clients, perSecond, wrong: wrong.map((each) => `${clients} clients: ${each}`) }
}

/** A third of the buyers cancel at once; the seats they leave are asked for again. */
async function mixedRound(scene: Scene): Promise<Round> {
  const clients = CROWDS[0] ?? 1
  const trip = await scene.open()
  await liftLimits(scene)
  const passes = [0, 1, 2].flatMap((pass) =>
    shuffled(
      scene.people.map((person, index): Ask => ({ person, leg: (index + pass) % trip.legs })),
    ),
  )
  let done = 0
  const started = performance.now()
  await crowd(clients, passes, async (ask, turn) => {
    const bookingId = await press(scene, trip, ask, turn)
    if (!bookingId) return
    done += 1
    if (Math.random() > CANCEL_SHARE) return
    await send(scene, ask.person, `/api/bookings/${bookingId}/cancel`, {}, [200])
    done += 1
  })
  const perSecond = done / ((performance.now() - started) / 1000)
  const { wrong } = await checkTrip(scene.stage.pool, trip.id)
  return { clients, perSecond, wrong: wrong.map((each) => `with cancellations: ${each}`) }
}

/** The same people come again in every round, sooner than anybody would. */
async function liftLimits({ stage }: Scene): Promise<void> {
  await stage.pool.query('delete from rate_limits')
}

/** As many clients at once, each taking the next of the line until nothing is left. */
async function crowd(
  clients: number,
  asks: Ask[],
  work: (ask: Ask, turn: number) => Promise<void>,
): Promise<void> {
  let next = 0
  async function loop(): Promise<void> {
    for (let turn = next++; turn < asks.length; turn = next++) {
      const ask = asks[turn]
      if (ask) await work(ask, turn)
    }
  }
  await Promise.all(Array.from({ length: clients }, loop))
}

/** Books one leg; answers the booking, or nothing when the seat is gone. */
async function press(
  scene: Scene,
  trip: Trip,
  { leg, person }: Ask,
  turn: number,
): Promise<string | undefined> {
  const key = newId()
  const body = { fromStopId: `${trip.id}.${leg}`, toStopId: `${trip.id}.${leg + 1}`, seats: 1 }
  const once = () => send(scene, person, `/api/trips/${trip.id}/bookings`, body, [201, 409], key)
  const answers = await Promise.all(turn % TWICE_EVERY === 0 ? [once(), once()] : [once()])
  // A press that found no seat left no trace: its repeat may find one that was given back.
  const ids = new Set(answers.flatMap((answer) => answer.booking?.id ?? []))
  if (ids.size > 1) throw new Error(`one press made two bookings: ${[...ids].join(', ')}`)
  return [...ids][0]
}

async function send(
  { client }: Scene,
  person: TestUser,
  path: string,
  body: object,
  expected: number[],
  key?: string,
): Promise<{ booking?: { id: string } }> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${person.token}`,
    'content-type': 'application/json',
    ...(key ? { 'idempotency-key': key } : {}),
  }
  const answer = await client.send('POST', path, headers, JSON.stringify(body))
  if (!expected.includes(answer.status)) {
    throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
  }
  return answer.status < 300 ? JSON.parse(answer.body) : {}
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
