import type { KeepStatus } from '#contract/seat-keeps.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import { KEEP_LOST_JOB, RETURN_MS } from '#server/modules/money/payments/index.ts'
import {
  findTripFacts,
  placeAt,
  returnSeats,
  segmentPrice,
  tellFreedSeats,
} from '#server/modules/travel/trips/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { eachRow } from '#server/platform/jobs/each-row.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { EXPIRE_JOB } from './keep-seats.ts'
import { byTrip, isOpen, keepUntil, type SeatKeep } from './seat-keep.ts'
import {
  countKeeps,
  expireKeeps,
  hasOpenTopUp,
  listExpiredIds,
  listKeeps,
  prolongKeeps,
  releaseKeeps,
} from './seat-keeps.queries.ts'

type OwnKeep = { keepId: string; passengerId: string }

/** Releases kept seats of both parts; returns the final status. Errors: `keep_not_found`. */
export function releaseSeats(
  deps: ReadDeps,
  { userId: passengerId }: ActorId,
  { keepId: id }: { keepId: string },
): Promise<KeepStatus> {
  return inTransaction(deps.db, async (tx) => {
    await findOwn(tx, { keepId: id, passengerId })
    await giveBack(tx, deps, await releaseKeeps(tx, { id, passengerId, now: deps.clock.now() }))
    return (await findOwn(tx, { keepId: id, passengerId })).status
  })
}

/** Returns the seats of keeps that ended. */
export async function giveBack(tx: Tx, { clock }: ReadDeps, keeps: readonly SeatKeep[]) {
  for (const keep of keeps.toSorted(byTrip)) {
    await returnSeats(tx, keep)
    await tellFreedSeats(tx, clock, { ...slotOf(keep), by: keep.passengerId, causeId: keep.id })
  }
}

const slotOf = ({ tripId, fromSeq, toSeq, seats }: SeatKeep) => ({ tripId, fromSeq, toSeq, seats })

/**
 * Extends a keep, with its other part, to twenty minutes in total, once the passenger has begun a
 * top-up of the missing amount. Idempotent. Errors: `keep_not_found`, `keep_ended`,
 * `keep_needs_top_up`.
 */
export function extendKeep(
  deps: ReadDeps,
  { userId: passengerId }: ActorId,
  { keepId: id }: { keepId: string },
): Promise<SeatKeep[]> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const keep = await findOwn(tx, { keepId: id, passengerId })
    const keeps = await listKeeps(tx, id)
    if (!keeps.every((each) => isOpen(each, now))) throw new AppError('keep_ended')
    const { until, isPaying } = await longestOf(tx, keeps, now)
    if (keep.expiresAt >= until) return keeps
    if (!isPaying) throw new AppError('keep_needs_top_up')
    const longer = await prolongKeeps(tx, { id, passengerId, now, until })
    if (longer.length < keeps.length) throw new AppError('keep_ended')
    await enqueue(tx, deps.clock, { name: EXPIRE_JOB, payload: { keepId: id }, runAt: until })
    return longer.toSorted((a, b) => a.part - b.part)
  })
}

async function findOwn(tx: Tx, { keepId, passengerId }: OwnKeep): Promise<SeatKeep> {
  const keep = (await listKeeps(tx, keepId)).find(({ id }) => id === keepId.toLowerCase())
  if (keep?.passengerId !== passengerId) throw new AppError('keep_not_found')
  return keep
}

/**
 * Until when the keeps of a journey could be extended, its price and the missing pesos, and whether
 * its passenger has or tops up the fare.
 */
export async function longestOf(reader: Reader, keeps: readonly SeatKeep[], now: Date) {
  const passengerId = keeps[0]?.passengerId ?? ''
  let [price, until] = [0, Number.POSITIVE_INFINITY]
  for (const { id, tripId, fromSeq, toSeq, seats, createdAt } of keeps) {
    const trip = await findTripFacts(reader, tripId)
    if (!trip) throw new AppError('keep_not_found')
    const { onTripMs } = await countKeeps(reader, { passengerId, tripId, now, except: id })
    const { at: picksUpAt } = placeAt(trip, fromSeq)
    const end = keepUntil(createdAt, { picksUpAt, spentMs: onTripMs, longest: true })
    until = Math.min(until, end.getTime())
    price += segmentPrice(trip, fromSeq, toSeq) * seats
  }
  const { available } = await walletTotals(reader, passengerId)
  const pesos = Math.max(0, price - available)
  const isPaying = pesos === 0 || (await hasOpenTopUp(reader, { passengerId, pesos, now }))
  return { until: new Date(until), price, shortfall: pesos, isPaying }
}

/** Returns the seats of an expired keep; false when the keep had ended before. */
export function expireSeats(deps: ReadDeps, keepId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const ended = await expireKeeps(tx, { id: keepId, now })
    await giveBack(tx, deps, ended)
    if (ended[0]) {
      const payload = { userId: ended[0].passengerId }
      const runAt = addMs(now, RETURN_MS)
      await enqueue(tx, deps.clock, { name: KEEP_LOST_JOB, payload, runAt })
    }
    return ended.length > 0
  })
}

const BATCH = 200

/** Recurring job that expires keeps whose own job was lost or abandoned. */
export async function expireDue(deps: ReadDeps & Pick<Deps, 'log'>): Promise<number> {
  return await eachRow(
    await listExpiredIds(deps.db, { now: deps.clock.now(), limit: BATCH }),
    (keepId) => expireSeats(deps, keepId),
    (err, keepId) => deps.log.error({ keepId, err }, 'kept seats do not return'),
  )
}
