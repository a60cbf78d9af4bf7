import { beforeAll, describe, expect, it } from 'vitest'
import type { PaymentMode } from '#contract/trips.ts'
import { openDispute } from '#server/modules/community/conduct/disputes/open-dispute.ts'
import { resolveDispute } from '#server/modules/community/conduct/disputes/resolve-dispute.ts'
import { checkIn } from '#server/modules/travel/bookings/board/board-passenger.ts'
import { claimNoShow } from '#server/modules/travel/bookings/board/no-show.ts'
import { sayAboard } from '#server/modules/travel/bookings/board/say-aboard.ts'
import { acceptRequest } from '#server/modules/travel/bookings/book/answer-request.ts'
import { bookSeat } from '#server/modules/travel/bookings/book/book-seat.ts'
import { cancelBooking } from '#server/modules/travel/bookings/cancel/cancel-booking.ts'
import { cancelTrip } from '#server/modules/travel/bookings/cancel/cancel-trip.ts'
import {
  expireSeats,
  extendKeep,
  releaseSeats,
} from '#server/modules/travel/bookings/seat-keeps/end-keep.ts'
import { keepSeats } from '#server/modules/travel/bookings/seat-keeps/keep-seats.ts'
import { advanceBooking } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { recordScans } from '#server/modules/travel/journeys/boarding/record-scans.ts'
import { changeTrip } from '#server/modules/travel/trip-changes/change-trip.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { BOGOTA, CALI, type TestTrip } from '#test/trip-factories.ts'
import { hearDriver } from '../hearing-steps.ts'
import { expectConsistent } from './invariants.ts'
import { killPoints } from './kill-points.ts'
import { type Death, mortalProcess } from './mortal-process.ts'
import { traces } from './traces.ts'

// The process is killed before, at and after each commit of a step in a booking's life, and after
// each statement in `npm run properties`. At every point there must be no partial state, and one
// effect after a retry.

let test: BookingsApp
let support: TestUser

beforeAll(async () => {
  test = await openBookingsApp({ poolSize: 5 })
  support = await aUser(test.deps, { roles: ['passenger', 'support'] })
})

type Scene = { trip: TestTrip; driver: TestUser; passenger: TestUser; bookingId: string }

type Arrangement = {
  mode?: PaymentMode
  instant?: boolean
  /** Whether there is a booking before the story starts. */
  booked?: boolean
  /** Clock at the start, in ms relative to the pick-up. */
  at?: number
  /** Balance of the passenger's wallet in pesos. */
  pesos?: number
}

/** Creates people with money, a trip from Bogotá in two days, and a booking on it. */
async function arrange({
  mode = 'billetera',
  instant = true,
  booked = true,
  at,
  pesos,
}: Arrangement) {
  test.clock.set(TEST_NOW)
  const driver = await aVerifiedDriver(test.deps)
  await aFundedWallet(test.deps, driver.userId, 100_000)
  const trip = await test.newTrip({
    driver,
    instant,
    paymentModes: ['billetera', 'directo'],
    departsAt: addMs(TEST_NOW, 2 * DAY_MS),
  })
  const passenger = await test.aPassenger(pesos)
  const whole = { from: BOGOTA, to: CALI, paymentMode: mode }
  const booking = booked ? await test.booked(passenger, trip, whole) : undefined
  if (at !== undefined) test.clock.set(addMs(trip.facts.departsAt, at))
  return { trip, driver, passenger, bookingId: booking?.id ?? '' }
}

const seat = ({ trip }: Scene, paymentMode: PaymentMode, key: string) => ({
  tripId: trip.tripId,
  fromStopId: trip.stop(BOGOTA),
  toStopId: trip.stop(CALI),
  seats: 2,
  paymentMode,
  idempotencyKey: key,
})

const keptSeat = (scene: Scene, idempotencyKey: string) => {
  const { tripId, fromStopId, toStopId, seats } = seat(scene, 'billetera', idempotencyKey)
  return { parts: [{ tripId, fromStopId, toStopId }], seats, idempotencyKey }
}

type Story = {
  name: string
  arrange: Arrangement
  /** Runs before the story, when the scene is ready. */
  prepare?: (scene: Scene) => Promise<unknown>
  act: (deps: Deps, scene: Scene, key: string) => Promise<unknown>
  /** Error code that a retry may return when the first attempt was committed. */
  done?: string
}

const statement = 'Estuve en el punto y el carro no llegó.'
const claim = ({ driver, bookingId }: Scene) => claimNoShow(test.deps, driver, { bookingId })
const dispute = (deps: Deps, { passenger, bookingId }: Scene) =>
  openDispute(deps, passenger, { bookingId, statement })
const decide =
  (outcome: 'passenger' | 'driver') =>
  (deps: Deps, { bookingId }: Scene) =>
    resolveDispute(deps, support, { bookingId, outcome, note: statement })
const cancel = (by: 'passenger' | 'driver') => (deps: Deps, scene: Scene) =>
  cancelBooking(deps, scene[by], { bookingId: scene.bookingId })
const advance = (deps: Deps, { bookingId }: Scene) => advanceBooking(deps, bookingId)

async function scan(deps: Deps, { trip, driver, bookingId }: Scene) {
  const find = 'select code from bookings where id = $1'
  const { rows } = await asOwner(test.deps.databaseUrl, find, [bookingId])
  await checkIn(deps, driver, { tripId: trip.tripId, code: rows[0].code })
}

/** Keeps two seats, and then adds the money for them. */
async function keepBefore({ trip, passenger }: Scene) {
  const [fromStopId, toStopId] = [trip.stop(BOGOTA), trip.stop(CALI)]
  const part = { tripId: trip.tripId, fromStopId, toStopId }
  await keepSeats(test.deps, passenger, { parts: [part], seats: 2 })
  await aFundedWallet(test.deps, passenger.userId, 500_000)
}

async function keptBy({ passenger }: Scene) {
  const find = 'select id from seat_keeps where passenger_id = $1 order by created_at limit 1'
  const { rows } = await asOwner(test.deps.databaseUrl, find, [passenger.userId])
  return { keepId: rows[0].id as string }
}

const poor = { booked: false, pesos: 0 }
const minutesLater = (ms: number) => test.clock.set(addMs(TEST_NOW, ms))

const keepStories: Story[] = [
  {
    name: 'seats kept',
    arrange: poor,
    act: (deps, scene, key) => keepSeats(deps, scene.passenger, keptSeat(scene, key)),
  },
  {
    name: 'seats kept instead of others',
    arrange: poor,
    prepare: async ({ passenger }) => {
      const trip = await test.newTrip()
      const [fromStopId, toStopId] = [trip.stop(BOGOTA), trip.stop(CALI)]
      const part = { tripId: trip.tripId, fromStopId, toStopId }
      await keepSeats(test.deps, passenger, { parts: [part], seats: 1 })
    },
    act: (deps, scene, key) => keepSeats(deps, scene.passenger, keptSeat(scene, key)),
  },
  {
    name: 'booking of kept seats',
    arrange: poor,
    prepare: keepBefore,
    act: async (deps, scene, key) => {
      const { keepId } = await keptBy(scene)
      return bookSeat(deps, scene.passenger, { ...seat(scene, 'billetera', key), keepId })
    },
  },
  {
    name: 'kept seats let go',
    arrange: poor,
    prepare: keepBefore,
    act: async (deps, scene) => releaseSeats(deps, scene.passenger, await keptBy(scene)),
  },
  {
    name: 'a keep made longer',
    arrange: poor,
    prepare: keepBefore,
    act: async (deps, scene) => extendKeep(deps, scene.passenger, await keptBy(scene)),
  },
  {
    name: 'kept seats back on sale',
    arrange: poor,
    prepare: async (scene) => {
      await keepBefore(scene)
      minutesLater(5 * MINUTE_MS)
    },
    act: async (deps, scene) => expireSeats(deps, (await keptBy(scene)).keepId),
  },
]

/**
 * The driver moves the trip on the last day by two hours, and lowers the price for new passengers.
 */
const move = (deps: Deps, { driver, trip }: Scene) => {
  const departsAt = addMs(trip.facts.departsAt, 2 * HOUR_MS).toISOString()
  const changes = { departsAt, seatPrice: trip.facts.seatPrice - 1_000, instant: false }
  return changeTrip(deps, driver, { tripId: trip.tripId, ...changes })
}

/** A phone sends a scan that it made offline; each try has the same nonce. */
async function sendScan(deps: Deps, { trip, driver, bookingId }: Scene, nonce: string) {
  const find = 'select code from bookings where id = $1'
  const { rows } = await asOwner(test.deps.databaseUrl, find, [bookingId])
  const scannedAt = trip.facts.departsAt.toISOString()
  const [answer] = await recordScans(deps, driver, {
    tripId: trip.tripId,
    deviceId: trip.tripId,
    deviceName: 'Pixel',
    scans: [{ nonce, code: rows[0].code, scannedAt, offline: true }],
  })
  expect(answer).toMatchObject({ outcome: 'accepted', code: null, usedBy: null })
}

const stories: Story[] = [
  ...keepStories,
  ...(['billetera', 'directo'] as const).flatMap((mode): Story[] => [
    {
      name: `booking, ${mode}`,
      arrange: { booked: false },
      act: (deps, scene, key) => bookSeat(deps, scene.passenger, seat(scene, mode, key)),
    },
    {
      name: `late cancellation, ${mode}`,
      arrange: { mode, at: -HOUR_MS },
      act: cancel('passenger'),
    },
    { name: `scan, ${mode}`, arrange: { mode, at: 0 }, act: scan, done: 'ticket_used' },
    { name: `scan sent later, ${mode}`, arrange: { mode, at: HOUR_MS }, act: sendScan },
    { name: `booked trip moved, ${mode}`, arrange: { mode, at: -20 * HOUR_MS }, act: move },
    { name: `asked trip moved, ${mode}`, arrange: { mode, instant: false }, act: move },
    { name: `expiry, ${mode}`, arrange: { mode, instant: false, at: -DAY_MS }, act: advance },
    { name: `completion, ${mode}`, arrange: { mode, at: 3 * DAY_MS }, act: advance },
    {
      name: `the passenger did not come, ${mode}`,
      arrange: { mode, at: 15 * MINUTE_MS },
      prepare: claim,
      act: (deps, scene) => {
        test.clock.set(addMs(scene.trip.facts.departsAt, 2 * DAY_MS))
        return advance(deps, scene)
      },
    },
  ]),
  {
    name: 'request accepted, directo',
    arrange: { mode: 'directo', instant: false },
    act: (deps, { driver, bookingId }) => acceptRequest(deps, driver, { bookingId }),
    done: 'booking_not_pending',
  },
  {
    name: 'the passenger’s word',
    arrange: { at: 0 },
    act: (deps, { passenger, bookingId }) => sayAboard(deps, passenger, { bookingId }),
  },
  { name: 'cancellation by the driver', arrange: {}, act: cancel('driver') },
  {
    name: 'leaving a late driver',
    arrange: { at: 30 * MINUTE_MS + 1 },
    act: cancel('passenger'),
  },
  {
    name: 'trip cancelled',
    arrange: {},
    act: (deps, { driver, trip }) => cancelTrip(deps, driver, { tripId: trip.tripId }),
  },
  {
    name: 'trip edited',
    arrange: { booked: false },
    act: (deps, { driver, trip }) => {
      const departsAt = addMs(trip.facts.departsAt, HOUR_MS).toISOString()
      const changes = { notes: 'Salgo puntual.', seats: 2, departsAt, instant: false }
      return changeTrip(deps, driver, { tripId: trip.tripId, ...changes })
    },
  },
  {
    name: 'no-show claimed',
    arrange: { at: 15 * MINUTE_MS },
    act: (deps, { driver, bookingId }) => claimNoShow(deps, driver, { bookingId }),
  },
  ...[
    { of: 'a claim', at: 15 * MINUTE_MS, before: claim },
    { of: 'a driver who did not come', at: 30 * MINUTE_MS, before: async () => {} },
  ].flatMap(({ of, at, before }): Story[] => [
    { name: `dispute of ${of}`, arrange: { at }, prepare: before, act: dispute },
    ...(['passenger', 'driver'] as const).map((outcome) => ({
      name: `dispute of ${of} decided for the ${outcome}`,
      arrange: { at },
      prepare: async (scene: Scene) => {
        await before(scene)
        await dispute(test.deps, scene)
        await hearDriver(test.deps.databaseUrl, scene.bookingId)
      },
      act: decide(outcome),
    })),
  ]),
]

async function mails(): Promise<number> {
  const count = `select count(*)::int as found from jobs
    where name = 'notifications.mail' and dead_at is null`
  return (await asOwner(test.deps.databaseUrl, count)).rows[0].found
}

async function setTheScene(story: Story): Promise<Scene> {
  const scene = await arrange(story.arrange)
  await story.prepare?.(scene)
  return scene
}

/** Runs the story without a kill; returns its final state and its statements. */
async function tellOnce(story: Story) {
  const scene = await setTheScene(story)
  const before = await mails()
  const life = mortalProcess(test.deps.databaseUrl)
  await story.act({ ...test.deps, db: life.db }, scene, newId())
  await life.bury()
  const left = { ...((await traces(test, scene)) as object), mails: (await mails()) - before }
  return { left, statements: life.statements }
}

type Killed = { scene: Scene; key: string; mailed: number }

/** Runs `act` and returns the number of mails that it put into the outbox. */
async function mailedBy(act: () => Promise<unknown>): Promise<number> {
  const before = await mails()
  await act()
  return (await mails()) - before
}

/** Runs the story and kills its process. */
async function tellAndDie(story: Story, death: Death): Promise<Killed> {
  const scene = await setTheScene(story)
  const key = newId()
  const life = mortalProcess(test.deps.databaseUrl, death)
  const mailed = await mailedBy(async () => {
    const deps = { ...test.deps, db: life.db }
    const ended = await story.act(deps, scene, key).then(() => 'without a kill', String)
    // A transaction is repeated after contention: the run without a kill may have sent more.
    const isShort = ended === 'without a kill' && life.statements.length < death.at
    expect(life.isDead() || isShort, `the story ended: ${ended}`).toBe(true)
    await life.bury()
  })
  return { scene, key, mailed }
}

/** Retries the same story in another process; returns the final state after both. */
async function tellAgain(story: Story, { scene, key, mailed }: Killed) {
  const act = () =>
    story.act(test.deps, scene, key).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== story.done) throw error
    })
  const again = await mailedBy(act)
  return { ...((await traces(test, scene)) as object), mails: mailed + again }
}

describe.each(stories)('story: $name', (story) => {
  it('has one effect in each story wherever the process is killed', async () => {
    const { left, statements } = await tellOnce(story)
    const deaths = killPoints(statements)
    expect(deaths.filter(({ moment }) => moment === 'sent').length).toBeGreaterThan(0)
    // Each death has its own scene. Their states are checked together at the end: a whole
    // verification after each death took minutes.
    const killed: Killed[] = []
    for (const death of deaths) killed.push(await tellAndDie(story, death))
    await expectConsistent(test.deps)
    for (const [index, each] of killed.entries()) {
      expect(await tellAgain(story, each), deaths[index]?.name).toEqual(left)
    }
    await expectConsistent(test.deps)
  })
})
