import { lockUserRows } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  bookSeat,
  endRescueKeeps,
  RESCUE_JOB,
} from '#server/modules/travel/bookings/index.ts'
import { partStops } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { CallKey } from '#server/platform/idempotency.queries.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { bookConnection } from '../book-connection.ts'
import { setTakeUpTo } from './asks.queries.ts'
import { termsLostIn } from './lost-terms.ts'
import { closeRescue, findRescue, listKeepIds, listOpenOf } from './rescues.queries.ts'

type Own = { bookingId: string; personId: string }

/** The rescue of a person's own booking; null without one. Errors: `booking_not_found`. */
export async function ownRescue(reader: Reader, own: Own) {
  const found = await findRescue(reader, own)
  if (!found) throw new AppError('booking_not_found')
  return found.status === null ? null : found
}

/** Errors: `booking_not_found`, `rescue_not_found`. */
async function requireRescue(reader: Reader, own: Own) {
  const rescue = await ownRescue(reader, own)
  if (!rescue) throw new AppError('rescue_not_found')
  return rescue
}

type Taken = {
  bookingId: string
  /** Pesos for all seats that the person saw. */
  expectedPrice?: number | undefined
  /** Pesos that the fund pays of it, as the person saw. */
  expectedCover?: number | undefined
  idempotencyKey?: CallKey | undefined
}

/** Refusals after which no press can book the kept car: the job looks for the next one. */
const NEVER: ReadonlySet<string> = new Set(['trip_unavailable', 'women_only', 'verified_only'])

/**
 * Books the kept car of a failed booking, one part or two, with what the fund covers of its fare:
 * all in one transaction, or nothing. Errors: `booking_not_found`, `rescue_not_found`,
 * `rescue_ended`, `price_changed` when the fund pays less than the person saw, those of a booking.
 */
export async function takeRescue(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: ActorId,
  { bookingId, expectedPrice, expectedCover = 0, idempotencyKey }: Taken,
): Promise<Booking[]> {
  const rescue = await requireRescue(deps.db, { bookingId, personId: actor.userId })
  const [first, second] = (rescue.offer.kept?.parts ?? []).map(partStops)
  if (!first) throw new AppError('rescue_ended')
  const keepIds = await listKeepIds(deps.db, bookingId)
  const { seats, paymentMode } = rescue
  const asked = { seats, expectedPrice, idempotencyKey }
  const rescueOf = { bookingId: bookingId.toLowerCase(), cover: expectedCover }
  const { changePointId, agreed } = rescue.offer.kept ?? {}
  try {
    if (!second) {
      const input = { ...first, ...asked, paymentMode, rescueOf, agreed, keepId: keepIds[0] }
      return [(await bookSeat(deps, actor, input)).booking]
    }
    const journey = { parts: [first, second] as const, changePointId: changePointId ?? '' }
    return await bookConnection(deps, actor, { ...asked, ...journey, rescueOf, keepIds })
  } catch (error) {
    if (error instanceof AppError && NEVER.has(error.code)) await lookAgain(deps, rescueOf)
    throw error
  }
}

function lookAgain({ db, clock }: ReadDeps, { bookingId }: { bookingId: string }): Promise<void> {
  return inTransaction(db, (tx) => enqueue(tx, clock, { name: RESCUE_JOB, payload: { bookingId } }))
}

/** Gives up the kept car. Idempotent. Errors: `booking_not_found`, `rescue_not_found`. */
export async function declineRescue(
  deps: ReadDeps,
  { userId: personId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockUserRows(tx, [personId])
    await requireRescue(tx, { bookingId, personId })
    await giveUp(tx, deps, bookingId)
  })
}

/** Gives up what is kept or asked for a person who leaves Cupo; the caller locked the person. */
export async function declineRescues(tx: Tx, deps: ReadDeps, userId: string): Promise<void> {
  for (const bookingId of await listOpenOf(tx, userId)) await giveUp(tx, deps, bookingId)
}

async function giveUp(tx: Tx, deps: ReadDeps, bookingId: string) {
  await closeRescue(tx, { bookingId, status: 'declined', now: deps.clock.now() })
  await endRescueKeeps(tx, deps, bookingId)
}

/**
 * Sets up to which price in pesos, for all seats, a car is taken as soon as its driver agrees;
 * null: none. Errors: `booking_not_found`, `rescue_not_found`, `rescue_ended` when nobody is asked.
 */
export async function limitRescue(
  { db, clock }: ReadDeps,
  { userId: personId }: ActorId,
  { bookingId, upTo }: { bookingId: string; upTo: number | null },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await requireRescue(tx, { bookingId, personId })
    const isSet = await setTakeUpTo(tx, { bookingId, upTo, now: clock.now() })
    if (!isSet) throw new AppError('rescue_ended')
  })
}

/**
 * Books the car whose driver agreed, when the person allowed its price and it lacks nothing that
 * the failed trip offered; false: they press it.
 */
export async function takeAgreed(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { bookingId, personId: userId }: Own,
): Promise<boolean> {
  const rescue = await findRescue(deps.db, { bookingId, personId: userId })
  const kept = rescue?.status === 'offered' ? rescue.offer.kept : null
  if (!kept?.agreed || kept.price > (rescue?.takeUpTo ?? -1)) return false
  if ((await termsLostIn(deps.db, bookingId, kept)).length > 0) return false
  const asked = { bookingId, expectedPrice: kept.price, idempotencyKey: `rescue:${bookingId}` }
  try {
    await takeRescue(deps, { userId }, asked)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
