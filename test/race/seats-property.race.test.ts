// Any sequence of operations leaves wallets, seats and bookings as the model predicts; any parallel
// group of operations keeps the invariants.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  expireHolds,
  gatewayWompi,
  hold,
  post,
  transfer,
  voidHold,
  walletId,
  walletTotals,
} from '#server/modules/bank/ledger/index.ts'
import { changeSegment } from '#server/modules/travel/bookings/change/change-segment.ts'
import {
  acceptRequest,
  bookSeat,
  cancelBooking,
  cancelTrip,
  checkIn,
  listBookings,
  rejectRequest,
} from '#server/modules/travel/bookings/index.ts'
import {
  expireDue,
  extendKeep,
  releaseSeats,
} from '#server/modules/travel/bookings/seat-keeps/end-keep.ts'
import { keepSeats } from '#server/modules/travel/bookings/seat-keeps/keep-seats.ts'
import { advanceDue } from '#server/modules/travel/bookings/settle/advance-booking.ts'
import { listSeatsLeft, segmentPrice, stopId } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type Db, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { openAsOwner } from '#test/db.ts'
import { TEST_NOW } from '#test/deps.ts'
import { aFundedWallet, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { ALL_RUNS } from '#test/property-budget.ts'
import { BOGOTA, CALI, GIRARDOT, IBAGUE, type TestTrip } from '#test/trip-factories.ts'
import { Model, type ModelTrip } from './booking-model.ts'
import { type Operation, operation, PASSENGERS } from './booking-operations.ts'
import { expectConsistent } from './invariants.ts'
import { changeSegment as moveInModel } from './model-segment.ts'

const START_PESOS = 90_000
/**
 * Balance of a driver: enough to offer direct payment, and for the commission of one or two seats.
 */
const DRIVER_PESOS = 12_000
const RUNS = 30
const OPS_PER_RUN = 100

let app: BookingsApp
let owner: Db

beforeAll(async () => {
  app = await openBookingsApp({ poolSize: 12 })
  owner = openAsOwner(app.deps.databaseUrl)
})

type World = {
  people: TestUser[]
  trips: TestTrip[]
  /** Four declared places and one place that the trip only passes, by position on the corridor. */
  places: number[]
  model: Model
  bookings: { id: string; trip: TestTrip; code: string; passengerId: string }[]
  holds: { id: string; pesos: number }[]
  keeps: { id: string; who: number }[]
}

async function newWorld(): Promise<World> {
  app.clock.set(TEST_NOW)
  const model = new Model(PASSENGERS + 2, TEST_NOW.getTime())
  const drivers = [await aVerifiedDriver(app.deps), await aVerifiedDriver(app.deps)]
  const people = [...drivers]
  for (let n = 0; n < PASSENGERS; n += 1) people.push((await app.aPassenger(0)) as never)
  for (const [index, { userId }] of people.entries()) {
    const pesos = index < 2 ? DRIVER_PESOS : START_PESOS
    await aFundedWallet(app.deps, userId, pesos)
    model.topUp(index, pesos)
  }
  const trips: TestTrip[] = []
  for (const [index, driver] of drivers.entries()) {
    const trip = await app.newTrip({
      driver,
      seats: 2,
      instant: index === 0,
      paymentModes: ['billetera', 'directo'],
      departsAt: addMs(TEST_NOW, (3 + 23 * index) * HOUR_MS),
    })
    trips.push(trip)
    model.trips.push(modelTrip(trip, index))
  }
  const seqs = [BOGOTA, GIRARDOT, IBAGUE, CALI].map((id) => seqOf(trips[0] as TestTrip, id))
  const places = [...seqs, (seqs[2] ?? 0) + 1].sort((a, b) => a - b)
  return { people, trips, places, model, bookings: [], holds: [], keeps: [] }
}

function seqOf(trip: TestTrip, placeId: string): number {
  return trip.facts.places.findIndex((place) => place.placeId === placeId)
}

function modelTrip({ facts }: TestTrip, driver: number): ModelTrip {
  return {
    driver,
    instant: facts.instant,
    declared: facts.declaredSeqs,
    at: facts.places.map(({ at }) => at.getTime()),
    price: (from, to) => segmentPrice(facts, from, to),
    left: facts.places.slice(1).map(() => facts.seats),
    status: 'published',
  }
}

async function outcomeOf(effect: Promise<unknown>): Promise<string> {
  try {
    await effect
    return 'ok'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** Selects one of the last five items, because older ones have mostly ended. */
function recent<T>(items: readonly T[], number: number): T | undefined {
  return items.at(-1 - (number % Math.min(5, items.length || 1)))
}

const inTx = (fn: (tx: Tx) => Promise<void>) => inTransaction(owner, fn)
const asOperator = (id: string) => ({ kind: 'operator' as const, id })

/** Performs the real operation; undefined when it has no target. */
function perform(world: World, step: Operation): Promise<unknown> | undefined {
  const { deps } = app
  if (step.op === 'book') return book(world, step)
  if (step.op === 'keep') return keep(world, step)
  if ('keep' in step) return endKeep(world, step)
  if (step.op === 'pass') return pass(step.ms)
  if (step.op === 'topUp' || step.op === 'hold') return inTx((tx) => move(tx, world, step))
  if ('hold' in step) return resolveHold(world, step)
  if (step.op === 'cancelTrip') {
    const trip = world.trips[step.trip] as TestTrip
    if (step.really > 0) return undefined
    return cancelTrip(deps, trip.driver, { tripId: trip.tripId })
  }
  const booking = recent(world.bookings, step.booking)
  if (!booking) return undefined
  const { id: bookingId, trip, code, passengerId } = booking
  const { driver, tripId } = trip
  if (step.op === 'segment') {
    const [from, to] = [world.places[step.from] ?? 0, endOf(world, step)]
    const asked = { bookingId, fromStopId: stopId(tripId, from), toStopId: stopId(tripId, to) }
    return changeSegment(deps, { userId: passengerId }, asked)
  }
  if (step.op === 'accept') return acceptRequest(deps, driver, { bookingId })
  if (step.op === 'reject') return rejectRequest(deps, driver, { bookingId })
  if (step.op === 'checkIn') return checkIn(deps, driver, { tripId, code })
  const actor = step.op === 'drop' ? driver : { userId: passengerId }
  return cancelBooking(deps, actor, { bookingId })
}

type Asking = Extract<Operation, { op: 'book' | 'keep' }>

const personAt = (world: World, who: number) => ({ userId: world.people[who]?.userId ?? '' })

function askedOf(world: World, step: Asking) {
  const { tripId } = world.trips[step.trip] as TestTrip
  return {
    tripId,
    fromStopId: stopId(tripId, world.places[step.from] ?? 0),
    toStopId: stopId(tripId, endOf(world, step)),
    seats: step.seats,
  }
}

async function book(world: World, step: Extract<Operation, { op: 'book' }>): Promise<void> {
  const asked = askedOf(world, step)
  const keepId = step.spends ? world.keeps.findLast(({ who }) => who === step.who)?.id : undefined
  const paymentMode = step.direct ? 'directo' : 'billetera'
  const { booking } = await bookSeat(app.deps, personAt(world, step.who), {
    ...asked,
    paymentMode,
    keepId,
  })
  const trip = world.trips[step.trip] as TestTrip
  const { id, code, passengerId } = booking
  world.bookings.push({ id, trip, code, passengerId })
}

async function keep(world: World, step: Extract<Operation, { op: 'keep' }>): Promise<void> {
  const { seats, ...part } = askedOf(world, step)
  const [kept] = await keepSeats(app.deps, personAt(world, step.who), { parts: [part], seats })
  const id = kept?.id ?? ''
  if (!world.keeps.some((each) => each.id === id)) world.keeps.push({ id, who: step.who })
}

function endKeep(world: World, step: Extract<Operation, { op: 'letGo' | 'prolong' }>) {
  const kept = recent(world.keeps, step.keep)
  if (!kept) return undefined
  const end = step.op === 'letGo' ? releaseSeats : extendKeep
  return end(app.deps, personAt(world, kept.who), { keepId: kept.id })
}

function endOf({ places }: World, { from, length }: { from: number; length: number }): number {
  return places[Math.min(from + length, places.length - 1)] ?? 0
}

async function pass(ms: number): Promise<void> {
  app.clock.advance(ms)
  while ((await advanceDue(app.deps)) > 0);
  while ((await expireHolds(app.deps)) > 0);
  while ((await expireDue(app.deps)) > 0);
}

async function move(
  tx: Tx,
  world: World,
  step: Extract<Operation, { op: 'hold' | 'topUp' }>,
): Promise<void> {
  const id = newId()
  const now = app.clock.now()
  const own = walletId(world.people[step.who]?.userId ?? '')
  const cause = asOperator(id)
  const { pesos } = step
  if (step.op === 'topUp') {
    return transfer(tx, { id, from: gatewayWompi, to: own, pesos, code: 'adjustment', cause, now })
  }
  const to = walletId(world.people[other(step)]?.userId ?? '')
  const expiresAt = addMs(now, step.ms)
  await hold(tx, { id, from: own, to, pesos, code: 'adjustment', cause, now, expiresAt })
  world.holds.push({ id, pesos })
}

function other({ who, to }: { who: number; to: number }): number {
  return who === to ? (to + 1) % (PASSENGERS + 2) : to
}

function resolveHold(world: World, step: Extract<Operation, { op: 'post' | 'void' }>) {
  const held = recent(world.holds, step.hold)
  if (!held) return undefined
  const holdId = held.id
  const pesos = takenOf(held, step)
  const id = newId()
  const resolution = { id, holdId, code: 'adjustment' as const, cause: asOperator(holdId) }
  const now = app.clock.now()
  return inTx((tx) =>
    pesos === undefined
      ? voidHold(tx, { ...resolution, now })
      : post(tx, { ...resolution, pesos, now }),
  )
}

function takenOf(held: { pesos: number }, step: { op: 'post' | 'void'; percent: number }) {
  if (step.op === 'void') return undefined
  return Math.max(1, Math.floor((held.pesos * step.percent) / 100))
}

/** Predicts the result of the same operation with the model. */
function predict(world: World, step: Operation): string {
  const { model } = world
  if (step.op === 'book' || step.op === 'keep') {
    const { who: passenger, seats } = step
    const trip = model.trips[step.trip] as ModelTrip
    const from = world.places[step.from] ?? 0
    const ask = { trip, passenger, from, to: endOf(world, step), seats }
    if (step.op === 'keep') return model.keep(ask)
    const kept = step.spends ? model.keeps.findLast((k) => k.passenger === passenger) : undefined
    return model.book({ ...ask, direct: step.direct }, kept)
  }
  if ('keep' in step) {
    const kept = recent(model.keeps, step.keep)
    return kept ? model[step.op](kept) : ''
  }
  if (step.op === 'pass') return model.pass(step.ms)
  if (step.op === 'topUp') return model.topUp(step.who, step.pesos)
  if (step.op === 'hold') return model.hold(step.who, other(step), step.pesos, step.ms)
  if (step.op === 'cancelTrip') return model.cancelTrip(model.trips[step.trip] as ModelTrip)
  if ('hold' in step) {
    const held = recent(model.holds, step.hold)
    return held ? model.resolve(held, takenOf(held, step)) : ''
  }
  const booking = recent(model.bookings, step.booking)
  if (!booking) return ''
  if (step.op === 'segment') {
    const [from, to] = [world.places[step.from] ?? 0, endOf(world, step)]
    return moveInModel(model, booking, { from, to })
  }
  if (step.op === 'leave') return model.cancelByPassenger(booking)
  return step.op === 'drop' ? model.cancelByDriver(booking) : model[step.op](booking)
}

async function expectAsModelled(world: World): Promise<void> {
  const { model } = world
  const totals = await Promise.all(
    world.people.map(({ userId }) => walletTotals(app.deps.db, userId)),
  )
  expect(totals.map(({ available, held }) => ({ available, held }))).toEqual(
    model.wallets.map(({ posted, held }) => ({ available: posted - held, held })),
  )
  const left = await Promise.all(
    world.trips.map(({ tripId }) => listSeatsLeft(app.deps.db, tripId)),
  )
  expect(left).toEqual(model.trips.map((trip) => trip.left))
}

describe('wallets, seats and bookings against the model', () => {
  it('leaves wallets, seats and bookings as the model predicts after any sequence', async () => {
    let operations = 0
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(operation, { minLength: OPS_PER_RUN, maxLength: OPS_PER_RUN }),
        async (steps) => {
          const world = await newWorld()
          for (const step of steps) {
            // The real operation runs first, because it selects its target from the earlier state
            // of the model.
            const effect = perform(world, step)
            if (!effect) continue
            const outcome = await outcomeOf(effect)
            const predicted = predict(world, step)
            expect(outcome, JSON.stringify(step)).toBe(predicted)
            await expectAsModelled(world)
            operations += 1
            const name = `${step.op}: ${outcome}`
            seen.set(name, (seen.get(name) ?? 0) + 1)
          }
          await outcomeOf(pass(4 * DAY_MS))
          world.model.pass(4 * DAY_MS)
          await expectAsModelled(world)
          await expectStatuses(world)
        },
      ),
      { numRuns: RUNS, endOnFailure: false },
    )
    await expectConsistent(app.deps)
    if (!ALL_RUNS) return
    expect(operations).toBeGreaterThanOrEqual(2_000)
    // Checks that the run has reached the important outcomes.
    const often = ['book', 'accept', 'checkIn', 'leave', 'drop', 'post', 'void', 'topUp', 'keep']
    for (const name of [...often, 'letGo', 'segment']) {
      expect(seen.get(`${name}: ok`) ?? 0, name).toBeGreaterThan(0)
    }
    // Most people who keep seats lack the money, so they are told to top up first.
    const prolonged = ['ok', 'keep_needs_top_up'].map((end) => seen.get(`prolong: ${end}`) ?? 0)
    expect(Math.max(...prolonged)).toBeGreaterThan(0)
  })

  it('keeps the invariants when operations on bookings run in parallel', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 8, maxLength: 16 }), {
          minLength: 6,
          maxLength: 6,
        }),
        async (rounds) => {
          const world = await newWorld()
          for (const steps of rounds) {
            const parallel = steps.filter((step) => step.op !== 'pass')
            const effects = parallel.map((step) => settled(world, step))
            await Promise.all([...effects, advanceDue(app.deps)])
            app.clock.advance(2 * HOUR_MS)
            await expectConsistent(app.deps)
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})

/** A refusal must be about the booking: an error of its hold or transfer would come too late. */
async function settled(world: World, step: Operation): Promise<void> {
  const effect = perform(world, step)
  if (effect && !('hold' in step)) expect(await outcomeOf(effect)).not.toMatch(/hold|transfer/)
  else if (effect) await outcomeOf(effect)
}

async function expectStatuses(world: World): Promise<void> {
  const wanted = world.model.bookings.map((b) => b.status)
  const pages = await Promise.all(
    world.people.map((person) => listBookings(app.deps, person, { scope: 'all', page: 1 })),
  )
  const found = new Map(pages.flatMap((page) => page.found).map((b) => [b.id, b.status]))
  if (pages.every((page) => page.totalPages <= 1)) {
    expect(world.bookings.map(({ id }) => found.get(id))).toEqual(wanted)
  }
}
