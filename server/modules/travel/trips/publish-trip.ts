import type { z } from 'zod'
import { tripDefaults } from '#contract/trip-defaults.ts'
import { Preferences, PublishBody, type TripView } from '#contract/trips.ts'
import { readSwitch } from '#server/modules/foundation/switches/index.ts'
import {
  lockUser,
  requireContact,
  requireDriverPhoto,
  requireWoman,
} from '#server/modules/people/users/index.ts'
import { ensureCorridor, type PlannedRoute } from '#server/modules/roads/places/index.ts'
import {
  assertPriceAllowed,
  cumulatePrices,
  quoteTrip,
  splitSeatPrice,
  type TripQuote,
} from '#server/modules/roads/pricing/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { derivedId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import {
  assertCanDrive,
  assertDirectBalance,
  assertMoment,
  assertNotes,
  assertRoom,
  driveOver,
} from './driving-rules.ts'
import { insertSeats } from './seats.queries.ts'
import { MATCH_ALERTS_JOB } from './tell-freed-seats.ts'
import type { Drive } from './trip-chain.ts'
import { writePoints } from './trip-points.ts'
import { presentTrip } from './trips.present.ts'
import { findTripFacts, insertTrip, termsRow } from './trips.queries.ts'

export type PublishTrip = z.output<typeof PublishBody>

/** A request as sent or stored, by whose text a repeat is known; absent keys are defaults. */
export type TripRequest = z.input<typeof PublishBody>

type Plan = { input: PublishTrip; drive: Drive; route: PlannedRoute; quote: TripQuote }

/**
 * Publishes a trip of this driver, with its return when asked for: both or neither. The prices are
 * checked against the quote of the route, which is stored with each trip. Idempotent by key.
 * Errors: those of the contract's `trips.publish`; errors of the return carry `details.trip`
 * 'return'.
 */
export async function publishTrips(
  deps: Deps,
  { userId: driverId }: ActorId,
  { idempotencyKey: key, ...input }: TripRequest & { idempotencyKey?: CallKey | undefined },
): Promise<{ trip: TripView; returnTrip: TripView | null }> {
  // A repeated key returns its trip, even if a new request would now be refused.
  const planned = await planTrips(deps, PublishBody.parse(input)).then(
    (plans) => () => plans,
    (error: unknown) => () => {
      throw error
    },
  )
  const publishing = await readSwitch(deps, 'publishing')
  const tripId = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const call = { actorId: driverId, operation: 'trips.publish', key, request: input, now }
    const claim = await claimKey(tx, call, (id) => findTripFacts(tx, id))
    if (claim.earlier) return claim.resourceId
    publishing.assertOn()
    await writeTrips(deps, tx, driverId, claim.resourceId, planned())
    return claim.resourceId
  })
  return {
    trip: await showPublished(deps, driverId, tripId),
    returnTrip: input.returnTrip ? await showPublished(deps, driverId, returnIdOf(tripId)) : null,
  }
}

/** Works as `publishTrips` and returns only the outward trip. */
export async function publishTrip(...args: Parameters<typeof publishTrips>): Promise<TripView> {
  return (await publishTrips(...args)).trip
}

async function showPublished(deps: Deps, driverId: string, tripId: string): Promise<TripView> {
  const facts = await findTripFacts(deps.db, tripId)
  assert(facts, 'a published trip is found')
  const viewing = { viewerId: driverId, isPassenger: false, plateVisible: true }
  return presentTrip(deps, deps.db, facts, viewing)
}

/** Id of the return trip that was published together with a trip. */
export function returnIdOf(tripId: string): string {
  return derivedId('trip.return', tripId)
}

/** Builds the request of the return: the same trip in reverse. */
function returnOf({ returnTrip, ...outward }: PublishTrip): PublishTrip | undefined {
  const { legPrices: _outward, ...same } = outward
  return returnTrip && { ...same, stops: outward.stops.toReversed(), ...returnTrip }
}

/** Marks refusals of the return, so that the screen leads to its fields. */
async function asReturn<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, fields = {}, message } = error
    const details = { ...(error.details as object | undefined), trip: 'return' }
    throw new AppError(code, { message: `Viaje de regreso: ${message}`, fields, details })
  }
}

async function planTrips(deps: Deps, input: PublishTrip): Promise<Plan[]> {
  const outward = await planTrip(deps, input)
  const back = returnOf(input)
  return back ? [outward, await asReturn(planTrip(deps, back))] : [outward]
}

/** Writes the outward trip first: the return is checked against it. */
async function writeTrips(
  deps: Deps,
  tx: Tx,
  driverId: string,
  tripId: string,
  [outward, back]: Plan[],
): Promise<void> {
  assert(outward, 'there is a trip to publish')
  await requireContact(tx, driverId)
  await writeTrip(deps, tx, driverId, tripId, outward)
  if (back) await asReturn(writeTrip(deps, tx, driverId, returnIdOf(tripId), back))
}

/** Validates what needs no lock: departure, route, cost and price. */
async function planTrip(deps: Deps, input: PublishTrip): Promise<Plan> {
  const departsAt = new Date(input.departsAt)
  assertMoment(deps, departsAt)
  if (input.notes) assertNotes(input.notes)
  assertRoom(input.seats, input.preferences)
  const stops = input.stops.map((stop) => stop.placeId)
  const via = input.stops.filter((stop) => stop.via).map((stop) => stop.placeId)
  const { route, quote } = await quoteTrip(deps, { stops, via, departsAt, seats: input.seats })
  assertPriceAllowed(quote, { seatPrice: input.seatPrice, legPrices: input.legPrices })
  return { input, drive: driveOver(route, departsAt), route, quote }
}

async function writeTrip(deps: Deps, tx: Tx, driverId: string, tripId: string, plan: Plan) {
  const now = deps.clock.now()
  const { input, drive, route, quote } = plan
  const { vehicleId, seats } = input
  await lockUser(tx, driverId)
  await assertCanDrive(deps, tx, { driverId, vehicleId, seats, drive })
  if (input.paymentModes.includes('directo')) await assertDirectBalance(tx, driverId)
  if (input.preferences?.womenOnly) await requireWoman(tx, driverId)
  await requireDriverPhoto(tx, deps, { userId: driverId })
  const legPrices = input.legPrices ?? splitSeatPrice(input.seatPrice, quote.legs)
  const { declaredSeqs } = route
  await insertTrip(tx, {
    id: tripId,
    driver_id: driverId,
    vehicle_id: vehicleId,
    corridor_id: await ensureCorridor(tx, route, now),
    status: 'published',
    departs_at: drive.departsAt,
    arrives_at: drive.arrivesAt,
    ...termsRow({
      ...input,
      roadStops: input.roadStops ?? (input.enRoutePickups ? 'ask' : 'no'),
      extraMax: input.extraMax ?? tripDefaults.extraMax,
      preferences: input.preferences ?? Preferences.parse({}),
      notes: input.notes || null,
    }),
    declared_seqs: declaredSeqs,
    price_cumulative: cumulatePrices({
      declaredSeqs,
      legPrices,
      costCumulative: quote.costCumulative,
    }),
    quote: JSON.stringify(quote),
    created_at: now,
  })
  await insertSeats(tx, { tripId, legs: route.places.length - 1, seats })
  await writePoints(tx, tripId, pointsOf(plan))
  const job = { name: MATCH_ALERTS_JOB, payload: { tripId }, key: `trip-published:${tripId}` }
  await enqueue(tx, deps.clock, job)
}

/** Returns the driver's meeting point for each stop, with its position on the corridor. */
function pointsOf({ input, route }: Plan) {
  return route.declaredSeqs.map((seq) => {
    const placeId = route.places[seq]?.placeId
    const stop = input.stops.find((each) => each.placeId === placeId)
    assert(stop, 'a declared stop nobody asked for')
    return { ...stop, seq }
  })
}
