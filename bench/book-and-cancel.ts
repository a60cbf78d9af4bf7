import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { type Client, type Figures, httpClient, measure } from './load.ts'
import { insertTrip, openCorridor, SEATS, type SeededTrip, seedPeople } from './seed.ts'
import type { Stage } from './stage.ts'

const ROUTE = ['52356', '52001', '19001', '76001', '17001', '05001', '13001', '44001']
const PEOPLE = 800
const TRIPS = 100
const TABS = 4
/** No journey takes longer, so the same people may travel on every trip. */
const DAYS_BETWEEN = 4
const options = { clients: 16, seconds: 8 }

export type Attack = {
  alone: Figures
  /** Beside somebody whose presses have no limit: what the order of the locks alone gives. */
  lifted: Figures
  /** The same with presses that are limited as everybody's are. */
  limited: Figures
}

/**
 * Buyers of the trips of one driver, alone and while one person books and cancels another trip of
 * that driver in four tabs.
 */
export async function measureAttack(stage: Stage): Promise<Attack> {
  const driver = await aVerifiedDriver(stage.deps)
  const corridor = await openCorridor(stage.deps, ROUTE)
  const everyStop = corridor.route.places.map((_, seq) => seq)
  const trips: SeededTrip[] = []
  for (let n = 1; n <= TRIPS; n += 1) {
    const departsAt = addMs(stage.deps.clock.now(), n * DAYS_BETWEEN * DAY_MS)
    trips.push(await insertTrip(stage.deps, driver, corridor, departsAt, everyStop))
  }
  const people = await seedPeople(stage.deps, PEOPLE, 500_000_000)
  const [attacker] = await seedPeople(stage.deps, 1, 500_000_000)
  const target = trips.pop()
  if (!attacker || !target) throw new Error('nobody to attack, or nothing')
  const client = httpClient(stage.port, options.clients + TABS)
  const buyers = buyersOf(client, people, trips)
  try {
    const alone = await measure('buyers of one driver, alone', options, buyers)
    const press = (lift: boolean) => attack(stage, client, { attacker, target, lift })
    // First without: a limit that was used up stays so until its minute ends.
    let stop = press(true)
    const lifted = await measure('beside book and cancel, no limit', options, buyers)
    await stop()
    stop = press(false)
    const limited = await measure('the same with its limit', options, buyers)
    await stop()
    return { alone, limited, lifted }
  } finally {
    client.close()
  }
}

/** Each turn another person, one leg each; the trips are sold one after the other. */
function buyersOf(client: Client, people: TestUser[], trips: SeededTrip[]) {
  let turns = 0
  return async () => {
    const turn = turns++
    const perTrip = Math.floor((trips[0]?.lastSeq ?? 1) * SEATS * 0.9)
    const trip = trips[Math.floor(turn / perTrip) % trips.length]
    const person = people[turn % people.length]
    if (!trip || !person) return false
    const leg = (turn % perTrip) % trip.lastSeq
    const body = { fromStopId: `${trip.id}.${leg}`, toStopId: `${trip.id}.${leg + 1}`, seats: 1 }
    const answer = await post(client, person, `/api/trips/${trip.id}/bookings`, body)
    return answer.status === 201
  }
}

/** Starts pressing in four tabs; answers how to end it. */
function attack(
  stage: Stage,
  client: Client,
  { attacker, target, lift }: { attacker: TestUser; target: SeededTrip; lift: boolean },
): () => Promise<void> {
  let going = true
  let bookingId = ''
  const body = { fromStopId: `${target.id}.0`, toStopId: `${target.id}.1`, seats: 1 }
  async function tab(books: boolean): Promise<void> {
    while (going) {
      if (lift) await forgetHits(stage, attacker)
      if (books) {
        const answer = await post(client, attacker, `/api/trips/${target.id}/bookings`, body)
        if (answer.status === 201) bookingId = JSON.parse(answer.body).booking.id
      } else if (bookingId) {
        await post(client, attacker, `/api/bookings/${bookingId}/cancel`, {})
      } else await new Promise((go) => setTimeout(go, 1))
    }
  }
  const tabs = Array.from({ length: TABS }, (_, n) => tab(n % 2 === 0))
  return async () => {
    going = false
    await Promise.all(tabs)
  }
}

function post(client: Client, person: TestUser, path: string, body: object) {
  const headers = {
    authorization: `Bearer ${person.token}`,
    'content-type': 'application/json',
    'idempotency-key': newId(),
  }
  return client.send('POST', path, headers, JSON.stringify(body))
}

async function forgetHits(stage: Stage, { userId }: TestUser): Promise<void> {
  await stage.pool.query(`delete from rate_limits where key like '%' || $1`, [userId])
}
