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
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type CallKey, claimKey } from '#server/platform/idempotency.queries.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { keyedSemaphore } from '#server/platform/semaphore.ts'
import {
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
  findKeep,
  findOpenKeep,
  hasBooked,
  insertKeep,
  isApart,
  type Kept,
  releaseKeep,
} from './seat-keeps.queries.ts'

export type KeepSeats = {
  tripId: string
  fromStopId: string
  toStopId: string
  seats: number
  idempotencyKey?: CallKey | undefined
}

type KeepDeps = Pick<Deps, 'db' | 'clock'>

/** Name of the job that ends a keep at its time. */
export const EXPIRE_JOB = 'seat-keeps.expire'

/** Same limits as for bookings, which wait for the same row. */
const perTrip = keyedSemaphore(8, 512)

/**
 * Keeps seats of a segment for five minutes, for a person whose wallet lacks the fare. Idempotent
 * for the same seats; a keep of other seats releases the first one. Errors: those of the contract's
 * `keep`.
 */
export function keepSeats(deps: KeepDeps, { userId: passengerId }: ActorId, asked: KeepSeats) {
  const input = { ...asked, passengerId }
  return perTrip(input.tripId.toLowerCase(), async () => {
    const trip = await findTripFacts(deps.db, input.tripId)
    if (!trip || trip.status === 'draft') throw new AppError('trip_not_found')
    try {
      return await inTransaction(deps.db, (tx) => keep(deps, tx, trip, input))
    } catch (error) {
      const none = error instanceof AppError && error.code === 'seats_unavailable'
      throw none ? await whyNoSeats(deps.db, trip) : error
    }
  })
}

type Asked = KeepSeats & { passengerId: string }

async function keep(deps: KeepDeps, tx: Tx, trip: TripFacts, input: Asked): Promise<SeatKeep> {
  const now = deps.clock.now()
  const { idempotencyKey: key, passengerId, ...request } = input
  // Serialises the keeps of a person, because they are counted.
  await lockUser(tx, passengerId)
  const call = { actorId: passengerId, operation: 'seat-keeps.keep', key, request, now }
  const claim = await claimKey(tx, call, (id) => findKeep(tx, id))
  if (claim.earlier) return claim.earlier
  const plan = planSeats(trip, { ...input, paymentMode: 'billetera' }, now)
  const open = await findOpenKeep(tx, passengerId)
  if (open && isOpen(open, now) && sameSeats(open, plan)) return open
  await requireStanding(tx, passengerId, now)
  if (await isApart(tx, { ...trip, passengerId })) throw new AppError('trip_unavailable')
  const { seats } = plan
  const why = await findEligibilityRefusal(tx, { userId: passengerId, tripId: trip.id, seats })
  if (why) throw new AppError(why)
  const { onTripMs: spentMs } = await assertMayKeep(tx, plan, now)
  const last = open && (await releaseKeep(tx, { id: open.id, passengerId, now }))
  const made = newKeep(claim.resourceId, plan, { now, spentMs })
  await insertKeep(tx, made)
  await enqueue(tx, deps.clock, {
    name: EXPIRE_JOB,
    payload: { keepId: made.id },
    runAt: made.expiresAt,
  })
  await moveSeats(tx, last, made)
  return made
}

/** Allows a keep only without enough balance, and only within the limits of the person. */
async function assertMayKeep(tx: Tx, plan: SeatsPlan, now: Date): Promise<Kept> {
  if (await hasBooked(tx, plan)) throw new AppError('already_booked')
  const { available } = await walletTotals(tx, plan.passengerId)
  if (available >= plan.farePesos) throw new AppError('keep_not_needed')
  const { passengerId: userId, tripId, picksUpAt: from, dropsOffAt: to } = plan
  await requireFreeTime(tx, { userId, tripId, from, to })
  const kept = await countKeeps(tx, { ...plan, now })
  const tooOften = kept.onTrip >= KEEPS_PER_TRIP || kept.onAll >= KEEPS_PER_DAY
  const tooLong = kept.onTripMs > KEPT_ON_TRIP_MS - KEEP_SHORTEST_MS
  if (tooOften || tooLong) throw new AppError('too_many_keeps')
  return kept
}

function newKeep(
  id: string,
  plan: SeatsPlan,
  { now, spentMs }: { now: Date; spentMs: number },
): SeatKeep {
  const { tripId, passengerId, fromSeq, toSeq, seats, revision, picksUpAt } = plan
  const part = { tripId, passengerId, fromSeq, toSeq, seats, revision }
  const expiresAt = keepUntil(now, { picksUpAt, spentMs })
  return { id, ...part, status: 'open', createdAt: now, expiresAt, closedAt: null }
}

/** Locks seats last, as a booking does, and the lower trip id first, to avoid deadlocks. */
async function moveSeats(tx: Tx, from: SeatKeep | undefined, to: SeatKeep): Promise<void> {
  const returnsFirst = from !== undefined && from.tripId <= to.tripId
  if (returnsFirst) await returnSeats(tx, from)
  if (!(await takeSeats(tx, to))) throw new AppError('seats_unavailable')
  if (from && !returnsFirst) await returnSeats(tx, from)
}
