import type { KeepStatus } from '#contract/seat-keeps.ts'
import { walletTotals } from '#server/modules/bank/ledger/index.ts'
import {
  findTripFacts,
  placeAt,
  returnSeats,
  segmentPrice,
  tellFreedSeats,
} from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { EXPIRE_JOB } from './keep-seats.ts'
import { isOpen, keepUntil, type SeatKeep } from './seat-keep.ts'
import {
  countKeeps,
  expireKeep,
  findKeep,
  hasOpenTopUp,
  listExpiredIds,
  prolongKeep,
  releaseKeep,
} from './seat-keeps.queries.ts'

type EndDeps = Pick<Deps, 'db' | 'clock'>
type OwnKeep = { keepId: string; passengerId: string }

/** Releases kept seats; returns the final status. Idempotent. Errors: `keep_not_found`. */
export function releaseSeats(
  deps: EndDeps,
  { userId: passengerId }: ActorId,
  { keepId: id }: { keepId: string },
): Promise<KeepStatus> {
  return inTransaction(deps.db, async (tx) => {
    const ended = await releaseKeep(tx, { id, passengerId, now: deps.clock.now() })
    if (ended) {
      await giveBack(tx, deps, ended)
      return ended.status
    }
    return (await findOwn(tx, { keepId: id, passengerId })).status
  })
}

async function giveBack(tx: Tx, { clock }: EndDeps, keep: SeatKeep): Promise<void> {
  await returnSeats(tx, keep)
  await tellFreedSeats(tx, clock, { ...slotOf(keep), by: keep.passengerId, causeId: keep.id })
}

const slotOf = ({ tripId, fromSeq, toSeq, seats }: SeatKeep) => ({ tripId, fromSeq, toSeq, seats })

/**
 * Extends a keep to twenty minutes in total, once the passenger has started a top-up of the missing
 * amount. Idempotent. Errors: `keep_not_found`, `keep_ended`, `keep_needs_top_up`.
 */
export function extendKeep(
  deps: EndDeps,
  { userId: passengerId }: ActorId,
  { keepId: id }: { keepId: string },
): Promise<SeatKeep> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const keep = await findOwn(tx, { keepId: id, passengerId })
    if (!isOpen(keep, now)) throw new AppError('keep_ended')
    const { until, isPaying } = await longestOf(tx, keep, now)
    if (keep.expiresAt >= until) return keep
    if (!isPaying) throw new AppError('keep_needs_top_up')
    const longer = await prolongKeep(tx, { id, passengerId, now, until })
    if (!longer) throw new AppError('keep_ended')
    await enqueue(tx, deps.clock, { name: EXPIRE_JOB, payload: { keepId: id }, runAt: until })
    return longer
  })
}

async function findOwn(tx: Tx, { keepId, passengerId }: OwnKeep): Promise<SeatKeep> {
  const keep = await findKeep(tx, keepId)
  if (keep?.passengerId !== passengerId) throw new AppError('keep_not_found')
  return keep
}

/** Until when a keep could be extended, and whether its passenger has or tops up the fare. */
export async function longestOf(reader: Reader, keep: SeatKeep, now: Date) {
  const { tripId, passengerId, fromSeq, toSeq, seats } = keep
  const trip = await findTripFacts(reader, tripId)
  if (!trip) throw new AppError('keep_not_found')
  const { onTripMs } = await countKeeps(reader, { passengerId, tripId, now, except: keep.id })
  const { at: picksUpAt } = placeAt(trip, fromSeq)
  const until = keepUntil(keep.createdAt, { picksUpAt, spentMs: onTripMs, longest: true })
  const { available } = await walletTotals(reader, passengerId)
  const pesos = segmentPrice(trip, fromSeq, toSeq) * seats - available
  const isPaying = pesos <= 0 || (await hasOpenTopUp(reader, { passengerId, pesos, now }))
  return { until, isPaying }
}

/** Returns the seats of an expired keep; false when the keep had ended before. */
export function expireSeats(deps: EndDeps, keepId: string): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const ended = await expireKeep(tx, { id: keepId, now: deps.clock.now() })
    if (ended) await giveBack(tx, deps, ended)
    return ended !== undefined
  })
}

const BATCH = 200

/** Recurring job that expires keeps whose own job was lost or abandoned. */
export async function expireDue(deps: EndDeps & Pick<Deps, 'log'>): Promise<number> {
  let expired = 0
  for (const id of await listExpiredIds(deps.db, { now: deps.clock.now(), limit: BATCH })) {
    try {
      if (await expireSeats(deps, id)) expired += 1
    } catch (error) {
      deps.log.error({ keepId: id, err: error }, 'kept seats do not return')
    }
  }
  return expired
}
