import type { RescueAsk } from '#contract/connections-rescues.ts'
import { averageOf, findReputation } from '#server/modules/people/standing/index.ts'
import { lockUserRows, tellUser } from '#server/modules/people/users/index.ts'
import { keepForRescue, RESCUE_JOB } from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, placeAt, stopId } from '#server/modules/travel/trips/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import * as asks from './asks.queries.ts'
import { type Direct, findAskable } from './find-cars.ts'
import { AGREED_MS, KEEP_MS } from './rescue.ts'
import { rescueFacts } from './rescue-facts.ts'
import { seatWanted } from './rescues.messages.ts'
import { type Failed, findKept, listFailed, lockRescue } from './rescues.queries.ts'

const DRIVERS_MAX = 3

/**
 * Asks up to three drivers for a seat, without a booking or a keep; returns how many. The caller
 * has locked the passenger and these drivers, and writes the rescue.
 */
export async function askDrivers(
  tx: Tx,
  deps: ActDeps,
  failed: Failed,
  { askable, ends, now }: { askable: readonly Direct[]; ends: Date; now: Date },
): Promise<number> {
  const { bookingId } = failed
  const driverIds = askable.map(({ driverId }) => driverId)
  const free = await asks.listAskable(tx, { bookingId, driverIds, now })
  const asked = askable
    .filter(({ driverId }, at) => free.includes(driverId) && driverIds.indexOf(driverId) === at)
    .slice(0, DRIVERS_MAX)
  const [path, until] = [`/bookings/${bookingId}/pregunta`, ends.toISOString()]
  for (const { driverId, part, car } of asked) {
    await asks.insertAsk(tx, { bookingId, driverId, ...part, now })
    const data = { ...(await rescueFacts(tx, failed, car, now)), path, until }
    await tellUser(tx, deps, seatWanted, { userId: driverId, cause: bookingId, data })
  }
  return asked.length
}

/** Shows a driver for whom they are asked, and what became of it. Errors: `ask_not_found`. */
export async function showAsk(
  { db, clock }: ReadDeps,
  { userId: driverId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<{ ask: RescueAsk }> {
  const ask = await asks.findAsk(db, { bookingId, driverId })
  if (!ask) throw new AppError('ask_not_found')
  const { tripId, fromSeq, toSeq, personId, firstName, seats, expiresAt } = ask
  const [trip, reputation] = [await findTripFacts(db, tripId), await findReputation(db, [personId])]
  assert(trip, 'the trip of a question')
  const end = (seq: number) => {
    const { name, at } = placeAt(trip, seq)
    return { id: stopId(tripId, seq), name, at: at.toISOString() }
  }
  const rating = averageOf(reputation(personId).stars)
  const shown = { tripId, from: end(fromSeq), to: end(toSeq), seats, firstName, rating }
  return { ask: { ...shown, status: statusOf(ask, clock.now()), until: expiresAt.toISOString() } }
}

function statusOf(ask: asks.Ask, now: Date): RescueAsk['status'] {
  const { status, agrees, isBooked, isCancelled, expiresAt } = ask
  if (isBooked !== null) return isBooked ? 'booked' : 'ended'
  if (isCancelled && (agrees || status === 'asked')) return 'changed'
  if (status === 'asked') {
    if (now >= expiresAt || !ask.stands) return 'over'
    return agrees === false ? 'declined' : 'open'
  }
  if (agrees && !ask.isKept) return 'changed'
  if (agrees) return status === 'offered' && now < expiresAt ? 'kept' : 'not_taken'
  return ['offered', 'taken', 'expired'].includes(status) ? 'found' : 'over'
}

type Answer = { bookingId: string; agrees: boolean }

/**
 * Answers for a driver. The first who agrees keeps the seats for ten minutes: the rescue changes
 * and the seats are kept in one transaction. Safe to repeat. Errors: `ask_not_found`, `ask_found`,
 * `ask_over` (also when the trip no longer fits), `seats_unavailable`.
 */
export async function answerAsk(
  deps: ActDeps,
  actor: ActorId,
  { bookingId, agrees }: Answer,
): Promise<{ ask: RescueAsk }> {
  const { ask } = await showAsk(deps, actor, { bookingId })
  if (ask.status === 'open' || ask.status === 'declined') {
    await answer(deps, actor, { bookingId: bookingId.toLowerCase(), agrees }, ask)
  }
  const answered = await showAsk(deps, actor, { bookingId })
  if (agrees && answered.ask.status === 'found') throw new AppError('ask_found')
  const isOver = answered.ask.status === 'over' || answered.ask.status === 'changed'
  if (agrees && isOver) throw new AppError('ask_over')
  return answered
}

async function answer(
  deps: ActDeps,
  { userId: driverId }: ActorId,
  { bookingId, agrees }: Answer,
  { tripId, until }: RescueAsk,
): Promise<void> {
  const now = deps.clock.now()
  const failed = (await listFailed(deps.db, { bookingId, now })).at(-1)
  assert(failed, 'a booking whose rescue asks')
  const cars =
    agrees && !failed.isOut ? await findAskable(deps, failed, new Date(until), tripId) : []
  const found = cars.find(({ part }) => part.tripId === tripId)
  if (agrees && !found) throw new AppError('ask_over')
  await inTransaction(deps.db, async (tx) => {
    await lockUserRows(tx, [failed.personId])
    const rescue = await lockRescue(tx, bookingId)
    if (rescue?.status !== 'asked' || now >= rescue.expiresAt) return
    if (found) await keepAgreed(tx, deps, failed, found)
    const ended = await asks.writeAnswer(tx, { bookingId, driverId, agrees, now })
    if (!found && !ended) return
    await enqueue(tx, deps.clock, { name: RESCUE_JOB, payload: { bookingId } })
  })
}

/** Keeps the car of the first driver who agrees, and offers it. */
async function keepAgreed(tx: Tx, deps: ActDeps, failed: Failed, found: Direct): Promise<void> {
  const { bookingId, personId: passengerId, seats } = failed
  const now = deps.clock.now()
  const until = addMs(now, Math.min(AGREED_MS, KEEP_MS - (await findKept(tx, failed)).spentMs))
  const revision = (await findTripFacts(tx, found.part.tripId))?.revision ?? -1
  const parts = [{ ...found.part, seats, revision }]
  const keepGroup = await keepForRescue(tx, { rescueOf: bookingId, passengerId, parts, now, until })
  if (!keepGroup) throw new AppError('seats_unavailable')
  const car = { ...found.car, agreed: true } as const
  assert(await asks.offerAgreed(tx, { bookingId, car, keepGroup, until, now }), 'a locked rescue')
  await enqueue(tx, deps.clock, { name: RESCUE_JOB, payload: { bookingId }, runAt: until })
}
