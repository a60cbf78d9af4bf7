import type pg from 'pg'
import { newId } from '#server/platform/ids.ts'
import type { TestUser } from '#test/factories.ts'
import { say } from '../scripts/project.ts'
import { type Client, expectStatus, httpClient } from './harness/http.ts'
import { type Figures, meanOf, measure, middleOf } from './harness/load.ts'
import { check, print, ratioOf } from './harness/report.ts'
import { bookingCall } from './harness/scene.ts'
import { openSeries, SEATS, type SeededTrip, seedPeople } from './harness/seed.ts'
import type { Stage } from './harness/stage.ts'
import { measureHotRow } from './harness/yardsticks.ts'

const FEW = 64
const MANY = 256
const MIXED_ROUNDS = 5
const WARM_UP_ROUNDS = 10
/** People per seat: some of them must be refused. */
const DEMAND = 1.25
/** One request in 16 is sent twice with the same key, as by a phone that lost the response. */
const TWICE_EVERY = 16
const CANCEL_SHARE = 1 / 3

type Scene = {
  stage: Stage
  client: Client
  people: TestUser[]
  openTrip(): Promise<SeededTrip>
}

/** One person who wants one leg of the trip. */
type Wish = { leg: number; person: TestUser }

type Round = { figures: Figures; problems: string[] }

/**
 * Measures rounds in which more people want a trip than it has seats, with 64 and 256 clients in
 * turn: the speed until the trip is sold out. Fails when a seat or a peso is wrong.
 */
export async function hotTrip(stage: Stage, rounds: number): Promise<void> {
  const { legs, openTrip } = await openSeries(stage.deps)
  const people = await seedPeople(stage.deps, Math.ceil(legs * SEATS * DEMAND), 500_000_000)
  const client = httpClient(stage.port, MANY)
  const scene = { stage, client, people, openTrip }
  const measureRow = () => measureHotRow(stage.pool, { clients: FEW, seconds: 5 })
  const before = await measureRow()
  print(before)
  try {
    // The warm-up makes V8 compile the code, and `analyze` makes plans for tables of this size, as
    // on a server that has been running.
    await repeat(WARM_UP_ROUNDS, () => sellOut(scene, FEW))
    await stage.pool.query('analyze')
    const sales = await repeat(Math.max(2, rounds), (round) =>
      sellOut(scene, round % 2 === 0 ? FEW : MANY),
    )
    const mixed = await repeat(MIXED_ROUNDS, () => sellAndCancel(scene))
    const row = meanOf(before, await measureRow())
    const few = medianOf(sales.filter((_, round) => round % 2 === 0))
    const many = medianOf(sales.filter((_, round) => round % 2 === 1))
    print(few, row)
    print(many, row)
    print(medianOf(mixed), row)
    say(`${MANY} clients against ${FEW}: ${ratioOf(many, few).toFixed(2)} ×`)
    const problems = [...sales, ...mixed].flatMap((round) => round.problems)
    problems.push(...(await problemsOf(stage.pool, CHECKS_OF_MONEY)))
    for (const problem of problems) say(problem)
    say(`${sales.length} rounds of ${legs * SEATS} seats, ${MIXED_ROUNDS} with cancellations`)
    check('sold = capacity, holds = bookings', problems.length === 0)
  } finally {
    client.close()
  }
}

async function repeat<T>(count: number, work: (round: number) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let round = 0; round < count; round += 1) done.push(await work(round))
  return done
}

function medianOf(rounds: readonly Round[]): Figures {
  return middleOf(rounds, ({ figures }) => figures.perSecond).figures
}

/** More people than there are seats want one leg each, until every seat of every leg is sold. */
async function sellOut(scene: Scene, clients: number): Promise<Round> {
  const trip = await openRound(scene)
  const wishes = shuffled(wishesOf(scene, trip))
  const name = `one hot trip, ${clients} clients`
  const figures = await measure(name, { clients, turns: wishes.length }, async (turn) => {
    const booking = await book(scene, trip, wishes[turn] as Wish, turn)
    return booking !== undefined
  })
  const problems = await problemsOf(scene.stage.pool, CHECKS_OF_TRIP, trip.id)
  const { rows } = await scene.stage.pool.query<{ sold: number }>(SOLD, [trip.id])
  const sold = rows[0]?.sold
  const capacity = trip.lastSeq * SEATS
  if (sold !== capacity) problems.push(`sold ${sold} of ${capacity}`)
  if (sold !== figures.done) problems.push(`${figures.done} bookings answered, ${sold} stored`)
  return { figures, problems: problems.map((problem) => `${name}: ${problem}`) }
}

/** A third of the buyers cancel in parallel, and other people try again to book these seats. */
async function sellAndCancel(scene: Scene): Promise<Round> {
  const trip = await openRound(scene)
  const wishes = [0, 1, 2].flatMap((pass) => shuffled(wishesOf(scene, trip, pass)))
  const name = `with cancellations, ${FEW} clients`
  let cancelled = 0
  const booked = await measure(name, { clients: FEW, turns: wishes.length }, async (turn) => {
    const wish = wishes[turn] as Wish
    const booking = await book(scene, trip, wish, turn)
    if (!booking) return false
    if (Math.random() > CANCEL_SHARE) return true
    const path = `/api/bookings/${booking}/cancel`
    expectStatus(await scene.client.post(path, {}, wish.person.token), 200)
    cancelled += 1
    return true
  })
  const share = 1 + cancelled / booked.done
  const figures = { ...booked, perSecond: booked.perSecond * share }
  const problems = await problemsOf(scene.stage.pool, CHECKS_OF_TRIP, trip.id)
  return { figures, problems: problems.map((problem) => `${name}: ${problem}`) }
}

/** Opens a new trip for the same people, who come again sooner than the rate limit allows. */
async function openRound({ stage, openTrip }: Scene): Promise<SeededTrip> {
  await stage.pool.query('delete from rate_limits')
  return await openTrip()
}

function wishesOf({ people }: Scene, trip: SeededTrip, pass = 0): Wish[] {
  return people.map((person, index) => ({ person, leg: (index + pass) % trip.lastSeq }))
}

/** Books one leg; returns the booking, or undefined when no seat is left. */
async function book(
  { client }: Scene,
  trip: SeededTrip,
  { leg, person }: Wish,
  turn: number,
): Promise<string | undefined> {
  const key = newId()
  const { path, body } = bookingCall(trip.id, leg, leg + 1)
  const request = () => client.post(path, body, person.token, key)
  const answers = await Promise.all(turn % TWICE_EVERY === 0 ? [request(), request()] : [request()])
  for (const answer of answers) expectStatus(answer, 201, 409)
  // A refusal for lack of seats is not stored, so the repeat may find a returned seat.
  const made = answers.filter(({ status }) => status === 201)
  const ids = new Set<string>(made.map((answer) => JSON.parse(answer.body).booking.id))
  if (ids.size > 1) throw new Error(`one key made two bookings: ${[...ids].join(', ')}`)
  return [...ids][0]
}

function shuffled<T>(items: T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Checks the stored rows; each query finds wrong rows. */
async function problemsOf(
  pool: pg.Pool,
  checks: Record<string, string>,
  ...values: string[]
): Promise<string[]> {
  const problems: string[] = []
  for (const [name, query] of Object.entries(checks)) {
    const { rowCount } = await pool.query(query, values)
    if (rowCount) problems.push(`${name}: ${rowCount} rows`)
  }
  return problems
}

const SOLD = `
  select coalesce(sum(seats * (to_seq - from_seq)), 0)::int as sold from bookings
  where trip_id = $1 and status = 'confirmed'`

const CHECKS_OF_TRIP = {
  'legs whose free and sold seats are not the capacity': `
    select leg.no from trip_seats s
    cross join unnest(s.seats_left) with ordinality as leg (free, no)
    left join bookings b on b.trip_id = s.trip_id and b.from_seq < leg.no and b.to_seq >= leg.no
      and b.status = 'confirmed'
    where s.trip_id = $1
    group by leg.no, leg.free, s.capacity
    having leg.free + coalesce(sum(b.seats), 0) <> s.capacity`,
  'bookings without exactly one hold in the state that theirs requires': `
    select b.id from bookings b
    left join ledger_transfers h on h.kind = 'pending' and h.cause_id = b.id::text
    left join ledger_transfers r on r.pending_id = h.id
    where b.trip_id = $1
    group by b.id
    having count(h.id) <> 1 or min(h.id::text) <> b.hold_id::text or sum(h.amount) <> b.fare_pesos
      or coalesce(min(r.kind), 'open') <>
        case when b.status = 'confirmed' then 'open' when b.charged_pesos > 0 then 'post'
          else 'void' end`,
  'people with two bookings': `
    select passenger_id from bookings where trip_id = $1 and status = 'confirmed'
    group by passenger_id having count(*) > 1`,
}

const CHECKS_OF_MONEY = {
  'holds without a booking': `
    select h.id from ledger_transfers h
    where h.kind = 'pending' and h.cause_kind = 'booking'
      and not exists (select from bookings b where b.id::text = h.cause_id)`,
  'wallets that hold another sum than their open holds': `
    select a.id from ledger_accounts a
    left join ledger_transfers h on h.debit_account = a.id and h.kind = 'pending'
      and not exists (select from ledger_transfers r where r.pending_id = h.id)
    where a.balanced
    group by a.id, a.debits_pending
    having a.debits_pending <> coalesce(sum(h.amount), 0)`,
}
