import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { requireStanding } from '#server/modules/people/standing/index.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import {
  findEligibilityRefusal,
  findTripFacts,
  planSeats,
  requireFreeTime,
  returnSeats,
  type SeatsPlan,
  type TripFacts,
  takeSeats,
  whyNoSeats,
} from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { keyedSemaphore } from '#server/platform/semaphore.ts'
import { ofPart } from '../of-part.ts'
import {
  byTrip,
  isOpen,
  KEEP_SHORTEST_MS,
  KEEPS_PER_DAY,
  KEEPS_PER_TRIP,
  KEPT_ON_TRIP_MS,
  keepUntil,
  type SeatKeep,
  sameSeats,
} from './seat-keep.ts'
import {
  countKeeps,
  findConnectionRefusal,
  hasBooked,
  insertKeeps,
  isApart,
  listKeeps,
  listOpenKeeps,
  releaseKeeps,
} from './seat-keeps.queries.ts'

/** A part of a trip, as the person asks for it. */
type PartAsked = { tripId: string; fromStopId: string; toStopId: string }

export type KeepSeats = {
  /** The part to keep, or both parts of a trip with one change, first part first. */
  parts: readonly PartAsked[]
  seats: number
  idempotencyKey?: CallKey | undefined
}

/** Name of the job that ends a keep at its time. */
export const EXPIRE_JOB = 'seat-keeps.expire'

/** Same limits as for bookings, which wait for the same row. */
const perTrip = keyedSemaphore(8, 512)

/**
 * Keeps seats of a part, or of both parts of a trip with one change or of none, for five minutes,
 * for a person whose wallet lacks the fare. Idempotent for the same seats; a keep of other seats
 * releases the first one. Errors: those of the contract's `keep`; of two parts, with
 * `details.part`.
 */
export async function keepSeats(
  deps: ReadDeps,
  { userId: passengerId }: ActorId,
  asked: KeepSeats,
): Promise<SeatKeep[]> {
  const ids = asked.parts.map(({ tripId }) => tripId.toLowerCase()).sort()
  if (new Set(ids).size < ids.length) throw new AppError('stops_out_of_order')
  // The turns in the order of trips: else two people with crossed trips wait for each other.
  const inTurn = ids.reduceRight(
    (task, id) => () => perTrip(id, task),
    () => keepParts(deps, { ...asked, passengerId }),
  )
  return await inTurn()
}

type Asked = KeepSeats & { passengerId: string }

async function keepParts(deps: ReadDeps, input: Asked): Promise<SeatKeep[]> {
  const trips: TripFacts[] = []
  for (const [at, { tripId }] of input.parts.entries()) {
    const trip = await findTripFacts(deps.db, tripId)
    if (!trip || trip.status === 'draft') throw refusalOf(input, at, new AppError('trip_not_found'))
    trips.push(trip)
  }
  try {
    return await inTransaction(deps.db, (tx) => keep(deps, tx, trips, input))
  } catch (error) {
    const at = trips.findIndex(({ id }) => error instanceof SeatsGone && error.tripId === id)
    const trip = trips[at]
    throw trip ? refusalOf(input, at, await whyNoSeats(deps.db, trip)) : error
  }
}

class SeatsGone extends AppError {
  readonly tripId: string

  constructor(tripId: string) {
    super('seats_unavailable')
    this.tripId = tripId
  }
}

/** The refusal of a keep; of one of two parts with its number. */
const refusalOf = ({ parts }: Asked, at: number, error: unknown): unknown =>
  parts.length > 1 ? ofPart(error, at + 1) : error

async function keep(deps: ReadDeps, tx: Tx, trips: readonly TripFacts[], input: Asked) {
  const now = deps.clock.now()
  const { idempotencyKey: key, passengerId, parts, seats } = input
  // Serialises the keeps of a person, because they are counted.
  await lockUser(tx, passengerId)
  const request = parts.length > 1 ? { parts, seats } : { ...parts[0], seats }
  const call = { actorId: passengerId, operation: 'seat-keeps.keep', key, request, now }
  const claim = await claimKey(tx, call, (id) => listKeeps(tx, id))
  if (claim.earlier?.length) return claim.earlier
  const plans = planParts(trips, input, now)
  const open = await listOpenKeeps(tx, passengerId)
  if (open.every((each) => isOpen(each, now)) && sameSeats(open, plans)) return open
  await requireStanding(tx, passengerId, now)
  const until = await assertMayKeep(tx, trips, plans, { input, now })
  const last = open[0] ? await releaseKeeps(tx, { id: open[0].id, passengerId, now }) : []
  const made = await insertKeeps(tx, claim.resourceId, { passengerId, now, until }, plans)
  const payload = { keepId: claim.resourceId }
  await enqueue(tx, deps.clock, { name: EXPIRE_JOB, payload, runAt: until })
  await moveSeats(tx, last, made)
  return made
}

/** Plans each part. Of two the second begins after the first, and no driver has to answer. */
function planParts(trips: readonly TripFacts[], input: Asked, now: Date): SeatsPlan[] {
  const plans = trips.map((trip, at) => {
    try {
      const { passengerId, parts, seats } = input
      const stops = parts[at] ?? { fromStopId: '', toStopId: '' }
      return planSeats(trip, { ...stops, passengerId, seats, paymentMode: 'billetera' }, now)
    } catch (error) {
      throw refusalOf(input, at, error)
    }
  })
  const [first, second] = plans
  if (first && second) {
    if (second.picksUpAt < first.dropsOffAt) throw new AppError('stops_out_of_order')
    const asks = plans.findIndex(({ instant }) => !instant)
    if (asks >= 0) throw refusalOf(input, asks, new AppError('trip_not_bookable'))
  }
  return plans
}

/**
 * Allows a keep only without enough balance, to who may board, and only within the limits of the
 * person; returns when it expires.
 */
async function assertMayKeep(
  tx: Tx,
  trips: readonly TripFacts[],
  plans: readonly SeatsPlan[],
  { input, now }: { input: Asked; now: Date },
): Promise<Date> {
  const { passengerId: userId, seats } = input
  const eachPart = async (check: (plan: SeatsPlan, trip: TripFacts) => Promise<void>) => {
    for (const [at, trip] of trips.entries()) {
      const plan = plans[at]
      if (plan)
        await check(plan, trip).catch((error) => Promise.reject(refusalOf(input, at, error)))
    }
  }
  await eachPart(async (plan, trip) => {
    if (await isApart(tx, { ...trip, passengerId: userId })) throw new AppError('trip_unavailable')
    const why = await findEligibilityRefusal(tx, { userId, tripId: trip.id, seats })
    if (why) throw new AppError(why)
    if (await hasBooked(tx, plan)) throw new AppError('already_booked')
  })
  const connections = trips.length > 1 && (await findConnectionRefusal(tx, userId, now))
  if (connections) throw new AppError(connections)
  const { available } = await walletTotals(tx, userId)
  const price = plans.reduce((sum, { farePesos }) => sum + farePesos, 0)
  if (available >= price) throw new AppError('keep_not_needed')
  let until = Number.POSITIVE_INFINITY
  await eachPart(async (plan) => {
    const { tripId, picksUpAt, dropsOffAt: to } = plan
    await requireFreeTime(tx, { userId, tripId, from: picksUpAt, to })
    const kept = await countKeeps(tx, { ...plan, now })
    const tooOften = kept.onTrip >= KEEPS_PER_TRIP || kept.onAll >= KEEPS_PER_DAY
    const tooLong = kept.onTripMs > KEPT_ON_TRIP_MS - KEEP_SHORTEST_MS
    if (tooOften || tooLong) throw new AppError('too_many_keeps')
    const end = keepUntil(now, { picksUpAt, spentMs: kept.onTripMs })
    until = Math.min(until, end.getTime())
  })
  return new Date(until)
}

/** Locks seats last, as a booking does, and the lower trip id first, to avoid deadlocks. */
async function moveSeats(tx: Tx, from: readonly SeatKeep[], to: readonly SeatKeep[]) {
  const taken = new Set(to)
  for (const keep of [...from, ...to].toSorted(byTrip)) {
    if (!taken.has(keep)) await returnSeats(tx, keep)
    else if (!(await takeSeats(tx, keep))) throw new SeatsGone(keep.tripId)
  }
}
