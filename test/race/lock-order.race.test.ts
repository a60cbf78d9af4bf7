// All code locks rows in one order: person, booking, wallets by id, kept seats, seats of the trip.
// Another session stops each use case at each of its rows. While it waits there, it may not hold a
// row that comes later in the order.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { openDispute } from '#server/modules/community/conduct/disputes/open-dispute.ts'
import { resolveDispute } from '#server/modules/community/conduct/disputes/resolve-dispute.ts'
import { checkIn } from '#server/modules/travel/bookings/board/board-passenger.ts'
import { claimNoShow } from '#server/modules/travel/bookings/board/no-show.ts'
import { sayAboard } from '#server/modules/travel/bookings/board/say-aboard.ts'
import {
  acceptRequest,
  rejectRequest,
} from '#server/modules/travel/bookings/book/answer-request.ts'
import { bookSeat } from '#server/modules/travel/bookings/book/book-seat.ts'
import { cancelBooking } from '#server/modules/travel/bookings/cancel/cancel-booking.ts'
import { cancelTrip } from '#server/modules/travel/bookings/cancel/cancel-trip.ts'
import { giveBackSeats } from '#server/modules/travel/bookings/cancel/give-back-seats.ts'
import { changeSegment } from '#server/modules/travel/bookings/change/change-segment.ts'
import { releaseSeats } from '#server/modules/travel/bookings/seat-keeps/end-keep.ts'
import { keepSeats } from '#server/modules/travel/bookings/seat-keeps/keep-seats.ts'
import { advanceBooking } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { changeTrip } from '#server/modules/travel/trip-changes/change-trip.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { hearDriver } from '../hearing-steps.ts'

let test: BookingsApp
let support: TestUser
/** One session blocks the use case, the other reads the locks that it holds. */
let [stopper, witness]: pg.Client[] = []

const session = async () => {
  const client = new pg.Client({ connectionString: test.deps.databaseUrl })
  await client.connect()
  return client
}

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 4 })
  support = await aUser(test.deps, { roles: ['passenger', 'support'] })
  stopper = await session()
  witness = await session()
})
afterAll(async () => void (await Promise.all([stopper?.end(), witness?.end()])))

type Scene = { trip: TestTrip; passenger: TestUser; bookingId: string; keepId: string }
type Row = { name: string; find: string; value: string }

/** Rows of a scene in the order of locking. */
function rowsOf({ trip, passenger, bookingId }: Scene, actor: TestUser): Row[] {
  const wallets = [walletId(passenger.userId), walletId(trip.driver.userId)].sort()
  return [
    { name: 'person', find: 'users where id', value: actor.userId },
    { name: 'booking', find: 'bookings where id', value: bookingId || newId() },
    { name: 'first wallet', find: 'ledger_accounts where id', value: wallets[0] ?? '' },
    { name: 'second wallet', find: 'ledger_accounts where id', value: wallets[1] ?? '' },
    { name: 'keep', find: 'seat_keeps where passenger_id', value: passenger.userId },
    { name: 'seats', find: 'trip_seats where trip_id', value: trip.tripId },
  ]
}

const lock = ({ find }: Row, rest = '') => `select from ${find} = $1 for no key update ${rest}`

/** Whether a connection of the app waits for a lock. */
async function isWaiting(): Promise<boolean> {
  const { rowCount } = await asOwner(
    test.deps.databaseUrl,
    `select from pg_stat_activity where datname = current_database()
       and application_name = 'cupo' and wait_event_type = 'Lock'`,
  )
  return (rowCount ?? 0) > 0
}

/**
 * Returns the rows that are locked; a key-share lock, as of a new row that references them, does
 * not count.
 */
async function held(rows: Row[]): Promise<string[]> {
  const names: string[] = []
  for (const row of rows) {
    const exists = await witness?.query(`select from ${row.find} = $1`, [row.value])
    const free = await witness?.query(lock(row, 'skip locked'), [row.value])
    if (exists?.rowCount && !free?.rowCount) names.push(row.name)
  }
  return names
}

type UseCase = {
  name: string
  arrange?: {
    booked?: boolean
    instant?: boolean
    mode?: string
    pesos?: number
    kept?: boolean
    seats?: number
  }
  /** Time of the action, relative to the pick-up. */
  at?: number
  prepare?: (scene: Scene) => Promise<unknown>
  /** Person whose row counts as the caller's. */
  by?: 'driver'
  act: (scene: Scene) => Promise<unknown>
}

async function setUp({ arrange = {}, at, prepare }: UseCase): Promise<Scene> {
  const {
    booked = true,
    instant = true,
    mode = 'billetera',
    pesos,
    kept = false,
    seats = 1,
  } = arrange
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, 100_000)
  const departsAt = addMs(TEST_NOW, 2 * DAY_MS)
  const paymentModes = ['billetera', 'directo'] as const
  const trip = await test.newTrip({ driver, instant, departsAt, paymentModes: [...paymentModes] })
  const passenger = await test.aPassenger(kept ? 0 : pesos)
  const scene = { trip, passenger, bookingId: '', keepId: '' }
  if (kept) {
    scene.keepId = (await keepSeats(test.deps, scene.passenger, keptSeat(scene)))[0]?.id ?? ''
    await aFundedWallet(test.deps, passenger.userId, 500_000)
  }
  const whole = { from: BOGOTA, to: CALI, paymentMode: mode, seats }
  if (booked) scene.bookingId = (await test.booked(passenger, trip, whole)).id
  await prepare?.(scene)
  if (at !== undefined) test.clock.set(addMs(trip.facts.departsAt, at))
  return scene
}

const seat = ({ trip }: Scene) => ({
  tripId: trip.tripId,
  fromStopId: trip.stop(BOGOTA),
  toStopId: trip.stop(CALI),
  seats: 1,
  idempotencyKey: newId(),
})

const keptSeat = (scene: Scene) => {
  const { idempotencyKey, seats, ...part } = seat(scene)
  return { parts: [part], seats, idempotencyKey }
}

/** Stops at which the use case held a row that comes later: "<row> after <rows>". */
async function reversals(useCase: UseCase): Promise<{ stops: string[]; reversed: string[] }> {
  const stops: string[] = []
  const reversed: string[] = []
  for (let at = 0; at < 6; at += 1) {
    const scene = await setUp(useCase)
    const actor = useCase.by === 'driver' ? scene.trip.driver : scene.passenger
    const rows = rowsOf(scene, actor)
    const row = rows[at] as Row
    await stopper?.query('begin')
    await stopper?.query(lock(row), [row.value])
    let ended = false
    const acting = useCase.act(scene).finally(() => {
      ended = true
    })
    acting.catch(() => {})
    while (!ended && !(await isWaiting())) await new Promise((go) => setTimeout(go, 5))
    if (!ended) {
      stops.push(row.name)
      const later = await held(rows.slice(at + 1))
      if (later.length > 0) reversed.push(`${row.name} after ${later.join(', ')}`)
    }
    await stopper?.query('rollback')
    await acting
  }
  return { stops, reversed }
}

const statement = 'Estuve en el punto y el carro no llegó.'
const claim = (scene: Scene) => {
  test.clock.set(addMs(scene.trip.facts.departsAt, 15 * MINUTE_MS))
  const { trip, bookingId } = scene
  return claimNoShow(test.deps, trip.driver, { bookingId })
}
const dispute = async (scene: Scene) => {
  await claim(scene)
  const { passenger, bookingId } = scene
  await openDispute(test.deps, passenger, { bookingId, statement })
  await hearDriver(test.deps.databaseUrl, bookingId)
}
const decide = (outcome: 'passenger' | 'driver') => (scene: Scene) =>
  resolveDispute(test.deps, support, { bookingId: scene.bookingId, outcome, note: statement })
const cancel = (by: 'passenger' | 'driver') => (scene: Scene) => {
  const actor = by === 'driver' ? scene.trip.driver : scene.passenger
  return cancelBooking(test.deps, actor, { bookingId: scene.bookingId })
}
const shorten = ({ trip, passenger, bookingId }: Scene) =>
  changeSegment(test.deps, passenger, {
    bookingId,
    fromStopId: trip.stop(BOGOTA),
    toStopId: trip.stop(IBAGUE),
  })
const advance = ({ bookingId }: Scene) => advanceBooking(test.deps, bookingId)

async function scan({ trip, bookingId }: Scene) {
  const find = 'select code from bookings where id = $1'
  const { rows } = await asOwner(test.deps.databaseUrl, find, [bookingId])
  const { tripId, driver } = trip
  return checkIn(test.deps, driver, { tripId, code: rows[0].code })
}

const book = (paymentMode: 'billetera' | 'directo') => (scene: Scene) =>
  bookSeat(test.deps, scene.passenger, { ...seat(scene), paymentMode })

const useCases: UseCase[] = [
  { name: 'change the segment', act: shorten },
  { name: 'change the segment of a direct one', arrange: { mode: 'directo' }, act: shorten },
  { name: 'book', arrange: { booked: false }, act: book('billetera') },
  { name: 'book, directo', arrange: { booked: false }, act: book('directo') },
  {
    name: 'book kept seats',
    arrange: { booked: false, kept: true },
    act: (scene) =>
      bookSeat(test.deps, scene.passenger, {
        ...seat(scene),
        paymentMode: 'billetera',
        keepId: scene.keepId,
      }),
  },
  {
    name: 'keep seats',
    arrange: { booked: false, pesos: 0 },
    act: (scene) => keepSeats(test.deps, scene.passenger, keptSeat(scene)),
  },
  {
    name: 'let kept seats go',
    arrange: { booked: false, kept: true },
    act: ({ keepId, passenger }) => releaseSeats(test.deps, passenger, { keepId }),
  },
  {
    name: 'give back seats',
    arrange: { seats: 2 },
    at: -HOUR_MS,
    act: ({ passenger, bookingId }) => giveBackSeats(test.deps, passenger, { bookingId, seats: 1 }),
  },
  { name: 'cancel', act: cancel('passenger') },
  { name: 'cancel late', at: -HOUR_MS, act: cancel('passenger') },
  { name: 'cancel as the driver', act: cancel('driver') },
  {
    name: 'accept, directo',
    arrange: { instant: false, mode: 'directo' },
    act: (scene) => acceptRequest(test.deps, scene.trip.driver, { bookingId: scene.bookingId }),
  },
  {
    name: 'reject',
    arrange: { instant: false },
    act: (scene) => rejectRequest(test.deps, scene.trip.driver, { bookingId: scene.bookingId }),
  },
  { name: 'expire', arrange: { instant: false }, at: -DAY_MS, act: advance },
  { name: 'complete', at: 3 * DAY_MS, act: advance },
  { name: 'check in', at: 0, act: scan },
  {
    name: 'say "a bordo"',
    at: 0,
    act: ({ passenger, bookingId }) => sayAboard(test.deps, passenger, { bookingId }),
  },
  { name: 'claim a no-show', act: claim },
  { name: 'close a no-show', prepare: claim, at: 2 * DAY_MS, act: advance },
  { name: 'decide for the passenger', prepare: dispute, act: decide('passenger') },
  { name: 'decide for the driver', prepare: dispute, act: decide('driver') },
  {
    name: 'cancel the trip',
    act: ({ trip }) => cancelTrip(test.deps, trip.driver, { tripId: trip.tripId }),
  },
  {
    name: 'move the trip',
    by: 'driver',
    act: ({ trip }) => {
      const departsAt = addMs(trip.facts.departsAt, 2 * HOUR_MS).toISOString()
      return changeTrip(test.deps, trip.driver, { tripId: trip.tripId, departsAt })
    },
  },
]

describe('order of locks', () => {
  it.each(useCases)('takes the locks to $name in order', async (useCase) => {
    const { stops, reversed } = await reversals(useCase)
    expect(stops.length).toBeGreaterThan(0)
    expect(reversed).toEqual([])
  })

  it('reports locks that are taken in another order', async () => {
    const act = ({ trip, bookingId }: Scene) =>
      inTransaction(test.deps.db, async (tx) => {
        const { sql } = await import('kysely')
        await sql`select from trip_seats where trip_id = ${trip.tripId} for update`.execute(tx)
        await sql`select from bookings where id = ${bookingId} for update`.execute(tx)
      })
    const { reversed } = await reversals({ name: 'planted', act })
    expect(reversed).toEqual(['booking after seats'])
  })
})

describe('a booking that another session is making for the same passenger and trip', () => {
  it('holds no wallet while it waits for a booking of the same person and trip', async () => {
    const scene = await setUp({ name: '', arrange: { booked: false }, act: async () => {} })
    const other = await test.booked(await test.aPassenger(), scene.trip)
    await stopper?.query('begin')
    await stopper?.query(
      `insert into bookings select (b2).* from (
         select jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
           'passenger_id', $2::uuid, 'code', 'XXXXXX')) as b2 from bookings b where id = $1) x`,
      [other.id, scene.passenger.userId],
    )
    const acting = bookSeat(test.deps, scene.passenger, {
      ...seat(scene),
      paymentMode: 'billetera',
    })
    while (!(await isWaiting())) await new Promise((go) => setTimeout(go, 5))
    const later = rowsOf(scene, scene.passenger).slice(2)
    expect(await held(later)).toEqual([])
    await stopper?.query('rollback')
    await acting
  })
})
