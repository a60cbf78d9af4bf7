// What happens with a passenger whose driver failed, by one job that may run again at any time.

import { lockUserRows, tellUser } from '#server/modules/people/users/index.ts'
import {
  endRescueKeeps,
  keepForRescue,
  lockRescueKeeps,
  RESCUE_JOB,
} from '#server/modules/travel/bookings/index.ts'
import { findTripsFacts } from '#server/modules/travel/trips/index.ts'
import { addMs } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { eachRow, eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { askDrivers } from './ask-drivers.ts'
import { type Direct, findAskable, findCars } from './find-cars.ts'
import {
  askEnds,
  type Car,
  KEEP_MS,
  keepBegins,
  morningAfter,
  nextStep,
  type Rescue,
} from './rescue.ts'
import { rescueFacts } from './rescue-facts.ts'
import {
  rescueAsked,
  rescueExpired,
  rescueNone,
  rescueOffered,
  rescueWaits,
} from './rescues.messages.ts'
import {
  closeRescue,
  coverOf,
  type Failed,
  findKept,
  isFree,
  listDue,
  listFailed,
  listStranded,
  lockRescue,
  writeRescue,
} from './rescues.queries.ts'
import { takeAgreed } from './take-rescue.ts'

/** Job that waits for the morning with the search of `searchAgain`. */
export const SEARCH_AGAIN_JOB = 'rescues.search-again'

type FollowDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'config'>

/** Other cars that are shown beside the kept one. */
const OTHERS = 2

/**
 * Keeps another car for a passenger whose driver failed, and tells them; ends the keep at its time;
 * offers the next car when the kept one was changed. Passengers of the same trip who booked earlier
 * come first; a fault with one of them does not stop the next. The refund never waits for it. Safe
 * to repeat.
 */
export async function followRescue(deps: FollowDeps, { bookingId }: { bookingId: string }) {
  const failed = await listFailed(deps.db, { bookingId, now: deps.clock.now() })
  await eachRowOrFail(failed, (each) => follow(deps, each), 'a rescue does not go on')
}

/**
 * Searches again for passengers who found no car, when a trip is published or has seats again. They
 * are told only of a car that is kept; at night the search waits for the morning. Safe to repeat.
 */
export async function searchAgain(
  deps: FollowDeps & Pick<Deps, 'log'>,
  { tripId }: { tripId: string },
): Promise<void> {
  await eachRow(
    await listStranded(deps.db, { tripId, now: deps.clock.now() }),
    (bookingId) => again(deps, { tripId, bookingId }),
    (err, bookingId) =>
      deps.log.error({ bookingId, err }, 'a search for another car does not go on'),
  )
}

async function again(
  deps: FollowDeps,
  { tripId, bookingId }: { tripId: string; bookingId: string },
) {
  const now = deps.clock.now()
  const failed = (await listFailed(deps.db, { bookingId, now })).at(-1)
  if (!failed) return
  const runAt = keepBegins(now, failed.picksUpAt)
  if (runAt <= now) return await follow(deps, failed, true)
  const job = { name: SEARCH_AGAIN_JOB, payload: { tripId }, runAt }
  const key = `${tripId}:${runAt.getTime()}`
  await inTransaction(deps.db, (tx) => enqueue(tx, deps.clock, { ...job, key }))
}

async function follow(deps: FollowDeps, failed: Failed, afresh = false): Promise<void> {
  const { bookingId, personId } = failed
  const now = deps.clock.now()
  if (await takeAgreed(deps, failed)) return
  const begins = keepBegins(now, failed.picksUpAt)
  const ends = begins > now || afresh ? null : askEnds(now, failed.picksUpAt)
  // Before the transaction: nobody waits for a search.
  const cars = begins > now ? [] : await findCars(deps, failed)
  const askable = ends ? await findAskable(deps, failed, ends) : []
  await inTransaction(deps.db, async (tx) => {
    await lockUserRows(tx, [personId, ...askable.map(({ driverId }) => driverId)])
    const rescue = await lockRescue(tx, bookingId)
    const keeps = rescue ? await lockRescueKeeps(tx, bookingId) : []
    const isAgain = afresh && rescue?.status === 'none'
    const step = isAgain ? 'search' : nextStep(rescue, keeps, now)
    if (step === 'nothing') return await tellAgreed(tx, deps, failed, rescue)
    await endRescueKeeps(tx, deps, bookingId)
    // Who already travels then, or can book nothing, needs no other car and no message.
    const { picksUpAt, dropsOffAt } = failed
    if (failed.isOut || !(await isFree(tx, personId, picksUpAt, dropsOffAt))) {
      return await giveUp(tx, failed, rescue, now)
    }
    if (step === 'search') {
      return await offer(tx, deps, failed, { cars, begins, rescue, askable, ends })
    }
    await closeRescue(tx, { bookingId, status: 'expired', now })
    const facts = await rescueFacts(tx, failed, rescue?.offer.kept ?? null, now)
    await tellUser(tx, deps, rescueExpired, { userId: personId, data: facts, cause: bookingId })
  })
}

async function giveUp(tx: Tx, failed: Failed, rescue: Rescue | undefined, now: Date) {
  const { bookingId } = failed
  if (rescue) return await closeRescue(tx, { bookingId, status: 'declined', now })
  await writeRescue(tx, failed, { status: 'declined', expiresAt: now }, now)
}

type Found = {
  cars: readonly Car[]
  begins: Date
  rescue: Rescue | undefined
  askable: readonly Direct[]
  /** When asking drivers ends; null: nobody is asked now. */
  ends: Date | null
}

/** Waits for the morning; tells who has lost a kept car, or reads that drivers are asked. */
async function wait(
  tx: Tx,
  deps: FollowDeps,
  failed: Failed,
  { begins, rescue }: { begins: Date; rescue: Rescue | undefined },
): Promise<void> {
  const { bookingId, personId } = failed
  const now = deps.clock.now()
  const fareOffered = rescue?.fareOffered ?? null
  await writeRescue(tx, failed, { fareOffered, status: 'waiting', expiresAt: begins }, now)
  if (rescue?.status === 'offered' || rescue?.status === 'asked') {
    const [isChanged, until] = [rescue.status === 'offered', begins.toISOString()]
    const data = { ...(await rescueFacts(tx, failed, null, now)), isChanged, until }
    const cause = `${bookingId}:${now.getTime()}`
    await tellUser(tx, deps, rescueWaits, { userId: personId, data, cause })
  }
  await enqueue(tx, deps.clock, { name: RESCUE_JOB, payload: { bookingId }, runAt: begins })
}

async function offer(tx: Tx, deps: FollowDeps, failed: Failed, found: Found): Promise<void> {
  const { bookingId, personId } = failed
  const { cars, begins, rescue, ends } = found
  const now = deps.clock.now()
  if (begins > now) return await wait(tx, deps, failed, { begins, rescue })
  // Also of one that waits for the morning since its car changed.
  const isChanged = rescue !== undefined && rescue.fareOffered !== null
  // Of all keeps of one failed booking together no more than twenty minutes.
  const { gone, spentMs } = await findKept(tx, failed)
  const end = rescue?.status === 'offered' ? rescue.expiresAt : addMs(now, KEEP_MS - spentMs)
  // A car that changed during the keep is shown, and not kept a second time.
  const fit = cars.filter(({ parts }) => !parts.some(({ tripId }) => gone.includes(tripId)))
  const best = end > now ? await keepFirst(tx, failed, { cars: fit, end, now }) : undefined
  if (!best && rescue?.status === 'none') return
  const morning = best ? null : morningAfter(now, failed.picksUpAt)
  if (morning) return await wait(tx, deps, failed, { begins: morning, rescue })
  const kept = best?.car ?? null
  const others = cars.filter((car) => car !== kept).slice(0, OTHERS)
  const askable = found.askable.filter(({ part }) => !gone.includes(part.tripId))
  const asked = best || !ends ? 0 : await askDrivers(tx, deps, failed, { askable, ends, now })
  const until = best?.until ?? (asked > 0 && ends ? ends : now)
  const status = best ? 'offered' : asked > 0 ? 'asked' : 'none'
  const fareOffered = kept?.price ?? null
  const made = { status, offer: { kept, others }, keepGroup: best?.group, fareOffered } as const
  await writeRescue(tx, failed, { ...made, expiresAt: until }, now)
  if (until > now) {
    await enqueue(tx, deps.clock, { name: RESCUE_JOB, payload: { bookingId }, runAt: until })
  }
  // A later step is told again: the cause of its news has its time.
  const cause = rescue ? `${bookingId}:${now.getTime()}` : bookingId
  if (kept) return await tellOffered(tx, deps, failed, { car: kept, until, isChanged, cause })
  const facts = await rescueFacts(tx, failed, null, now)
  const data = { ...facts, isChanged, asked, until: until.toISOString() }
  const message = asked > 0 ? rescueAsked : rescueNone
  await tellUser(tx, deps, message, { userId: personId, cause, data })
}

/** Tells of the car whose driver agreed, once, unless it was taken. */
async function tellAgreed(tx: Tx, deps: FollowDeps, failed: Failed, rescue: Rescue | undefined) {
  const car = rescue?.status === 'offered' ? rescue.offer.kept : null
  if (!car?.agreed || !rescue) return
  const cause = `${failed.bookingId}:agreed`
  await tellOffered(tx, deps, failed, { car, until: rescue.expiresAt, isChanged: false, cause })
}

type Told = { car: Car; until: Date; isChanged: boolean; cause: string }

async function tellOffered(tx: Tx, deps: FollowDeps, failed: Failed, told: Told) {
  const { bookingId, personId: userId, farePesos, paymentMode } = failed
  const { car, until, isChanged, cause } = told
  const now = deps.clock.now()
  const asked = { bookingId, pesos: car.price, now }
  const cover = paymentMode === 'directo' ? 0 : await coverOf(tx, asked)
  const more = Math.max(0, car.price - cover - farePesos)
  const facts = await rescueFacts(tx, failed, car, now)
  const data = { ...facts, isChanged, until: until.toISOString(), more }
  await tellUser(tx, deps, rescueOffered, { userId, cause, data })
}

/** Keeps the first car whose seats are still free. */
async function keepFirst(
  tx: Tx,
  { bookingId: rescueOf, personId: passengerId, seats }: Failed,
  { cars, end, now }: { cars: readonly Car[]; end: Date; now: Date },
) {
  const tripIds = cars.flatMap(({ parts }) => parts.map(({ tripId }) => tripId))
  const trips = await findTripsFacts(tx, tripIds)
  for (const car of cars.filter(({ note }) => note === null)) {
    const parts = car.parts.map(({ tripId, fromSeq, toSeq }) => {
      return { tripId, fromSeq, toSeq, seats, revision: trips.get(tripId)?.revision ?? -1 }
    })
    const until = new Date(Math.min(end.getTime(), Date.parse(car.parts[0]?.departsAt ?? '')))
    const group = await keepForRescue(tx, { rescueOf, passengerId, parts, now, until })
    if (group) return { car, group, until }
  }
  return undefined
}

const BATCH = 200

/** Recurring job: the steps whose own job was lost. */
export async function followDue(deps: FollowDeps & Pick<Deps, 'log'>): Promise<void> {
  await eachRow(
    await listDue(deps.db, { now: deps.clock.now(), limit: BATCH }),
    (bookingId) => followRescue(deps, { bookingId }),
    (err, bookingId) => deps.log.error({ bookingId, err }, 'a rescue does not go on'),
  )
}
