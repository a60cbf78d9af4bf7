import type { RescueAsk } from '#contract/connections-rescues.ts'
import { averageOf, findReputation } from '#server/modules/people/standing/index.ts'
import { lockUserRows, tellUser } from '#server/modules/people/users/index.ts'
import { keepForRescue, RESCUE_JOB } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, placeAt, stopId } from '#server/modules/travel/trips/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import {
  type Ask,
  answerAskRow,
  endAsking,
  findAsk,
  insertAsk,
  listAskable,
  offerAgreed,
} from './asks.queries.ts'
import { type Askable, findAskable } from './find-cars.ts'
import { KEEP_MS } from './rescue.ts'
import { seatWanted } from './rescues.messages.ts'
import { type Failed, findKept, listFailed, lockRescue } from './rescues.queries.ts'

type AskDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

const DRIVERS_MAX = 3
/** Minutes for which a car is kept once its driver agreed. */
const AGREED_MINUTES = 10

/**
 * Asks up to three drivers for a seat, without a booking or a keep; returns how many. The caller has
 * locked the passenger and these drivers, and writes the rescue.
 */
export async function askDrivers(
  tx: Tx,
  deps: AskDeps,
  { bookingId, seats }: Failed,
  { askable, ends, now }: { askable: readonly Askable[]; ends: Date; now: Date },
): Promise<number> {
  const driverIds = askable.map(({ driverId }) => driverId)
  const free = await listAskable(tx, { bookingId, driverIds, now })
  const asked = askable
    .filter(({ driverId }, at) => free.includes(driverId) && driverIds.indexOf(driverId) === at)
    .slice(0, DRIVERS_MAX)
  for (const { driverId, part } of asked) {
    const { tripId, fromSeq, toSeq, departsAt } = part
    await insertAsk(tx, { bookingId, driverId, tripId, fromSeq, toSeq, now })
    const trip = await findTripFacts(tx, tripId)
    assert(trip, 'the trip of a car')
    const data = {
      path: `/bookings/${bookingId}/pregunta`,
      from: placeAt(trip, fromSeq).name,
      to: placeAt(trip, toSeq).name,
      at: departsAt,
      seats,
      until: ends.toISOString(),
    }
    await tellUser(tx, deps, seatWanted, { userId: driverId, cause: bookingId, data })
  }
  return asked.length
}

/** Shows a driver for whom they are asked, and what became of it. Errors: `ask_not_found`. */
export async function showAsk(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId: driverId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<{ ask: RescueAsk }> {
  const ask = await findAsk(deps.db, { bookingId, driverId })
  if (!ask) throw new AppError('ask_not_found')
  const { tripId, fromSeq, toSeq, personId, seats, expiresAt } = ask
  const trip = await findTripFacts(deps.db, tripId)
  assert(trip, 'the trip of a question')
  const end = (seq: number) => {
    const { name, at } = placeAt(trip, seq)
    return { id: stopId(tripId, seq), name, at: at.toISOString() }
  }
  const now = deps.clock.now()
  return {
    ask: {
      status: statusOf(ask, now),
      firstName: ask.firstName,
      rating: averageOf((await findReputation(deps.db, [personId]))(personId).stars),
      ...{ tripId, from: end(fromSeq), to: end(toSeq), seats },
      until: expiresAt.toISOString(),
      serverTime: now.toISOString(),
    },
  }
}

function statusOf({ agrees, isBooked, status, expiresAt }: Ask, now: Date): RescueAsk['status'] {
  if (isBooked) return 'booked'
  const isOpen = now < expiresAt
  if (status === 'asked') return !isOpen ? 'over' : agrees === false ? 'declined' : 'open'
  if (agrees) return status === 'offered' && isOpen ? 'kept' : 'not_taken'
  return ['offered', 'taken', 'expired'].includes(status) ? 'found' : 'over'
}

/**
 * Answers for a driver. The first who agrees keeps the seats for ten minutes: the rescue changes and
 * the seats are kept in one transaction. Safe to repeat. Errors: `ask_not_found`, `ask_found`,
 * `ask_over` (also when the trip no longer fits), `seats_unavailable`.
 */
export async function answerAsk(
  deps: AskDeps,
  actor: ActorId,
  { bookingId: id, agrees }: { bookingId: string; agrees: boolean },
): Promise<{ ask: RescueAsk }> {
  const bookingId = id.toLowerCase()
  const { ask: before } = await showAsk(deps, actor, { bookingId })
  if (before.status === 'found') throw new AppError('ask_found')
  if (before.status === 'over') throw new AppError('ask_over')
  if (before.status === 'open' || (before.status === 'declined' && agrees)) {
    await answer(deps, { bookingId, driverId: actor.userId, agrees, ends: new Date(before.until) })
  }
  return await showAsk(deps, actor, { bookingId })
}

type Answer = { bookingId: string; driverId: string; agrees: boolean; ends: Date }

async function answer(deps: AskDeps, { ends, ...given }: Answer): Promise<void> {
  const { bookingId, driverId, agrees } = given
  const now = deps.clock.now()
  const failed = (await listFailed(deps.db, { bookingId, now })).at(-1)
  assert(failed, 'a booking whose rescue asks')
  const cars = agrees ? await findAskable(deps, failed, ends) : []
  await inTransaction(deps.db, async (tx) => {
    await lockUserRows(tx, [failed.personId])
    const rescue = await lockRescue(tx, bookingId)
    if (!(await answerAskRow(tx, { bookingId, driverId, agrees, now }))) {
      throw new AppError(rescue?.status === 'offered' ? 'ask_found' : 'ask_over')
    }
    const next = { name: RESCUE_JOB, payload: { bookingId } }
    if (agrees) {
      const asked = await findAsk(tx, { bookingId, driverId })
      const found = cars.find(({ part }) => part.tripId === asked?.tripId)
      if (!found) throw new AppError('ask_over')
      const until = await keepAgreed(tx, failed, found, now)
      await enqueue(tx, deps.clock, { ...next, runAt: until })
    } else if (!(await endAsking(tx, bookingId, now))) return
    await enqueue(tx, deps.clock, next)
  })
}

/** Keeps the car of the first driver who agrees; returns until when. */
async function keepAgreed(tx: Tx, failed: Failed, found: Askable, now: Date): Promise<Date> {
  const { bookingId, personId: passengerId, seats } = failed
  const { spentMs } = await findKept(tx, failed)
  const until = addMs(now, Math.min(AGREED_MINUTES * MINUTE_MS, KEEP_MS - spentMs))
  const { tripId, fromSeq, toSeq } = found.part
  const revision = (await findTripFacts(tx, tripId))?.revision ?? -1
  const parts = [{ tripId, fromSeq, toSeq, seats, revision }]
  const keepGroup = await keepForRescue(tx, { rescueOf: bookingId, passengerId, parts, now, until })
  if (!keepGroup) throw new AppError('seats_unavailable')
  const car = { ...found.car, agreed: true } as const
  if (!(await offerAgreed(tx, { bookingId, car, keepGroup, until, now }))) {
    throw new AppError('ask_found')
  }
  return until
}
