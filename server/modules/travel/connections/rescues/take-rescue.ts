import { lockUserRows } from '#server/modules/people/users/index.ts'
import { type Booking, bookSeat, endRescueKeeps } from '#server/modules/travel/bookings/index.ts'
import { stopId } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import type { CallKey } from '#server/platform/idempotency.queries.ts'
import { bookConnection } from '../book-connection.ts'
import { closeRescue, findRescue, isOwnBooking, listKeepIds } from './rescues.queries.ts'

/** Errors: `booking_not_found`. */
export async function requireOwn(
  reader: Reader,
  own: { bookingId: string; personId: string },
): Promise<void> {
  if (!(await isOwnBooking(reader, own))) throw new AppError('booking_not_found')
}

type Taken = {
  bookingId: string
  /** Pesos for all seats that the person saw. */
  expectedPrice?: number | undefined
  idempotencyKey?: CallKey | undefined
}

/**
 * Books the kept car of a failed booking, one part or two, with what the fund covers of its fare:
 * all in one transaction, or nothing. Errors: `booking_not_found`, `rescue_not_found`,
 * `rescue_ended`, those of a booking.
 */
export async function takeRescue(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: ActorId,
  { bookingId, expectedPrice, idempotencyKey }: Taken,
): Promise<Booking[]> {
  const rescue = await findRescue(deps.db, { bookingId, personId: actor.userId })
  if (!rescue) {
    await requireOwn(deps.db, { bookingId, personId: actor.userId })
    throw new AppError('rescue_not_found')
  }
  const [first, second] = (rescue.offer.kept?.parts ?? []).map(({ tripId, fromSeq, toSeq }) => {
    return { tripId, fromStopId: stopId(tripId, fromSeq), toStopId: stopId(tripId, toSeq) }
  })
  if (!first) throw new AppError('rescue_ended')
  const keepIds = await listKeepIds(deps.db, bookingId)
  const { seats, paymentMode } = rescue
  const asked = { seats, expectedPrice, idempotencyKey }
  const rescueOf = bookingId.toLowerCase()
  if (second) {
    const changePointId = rescue.offer.kept?.changePointId ?? ''
    const parts = [first, second] as const
    return await bookConnection(deps, actor, { ...asked, parts, changePointId, rescueOf, keepIds })
  }
  const input = { ...first, ...asked, paymentMode, rescueOf, keepId: keepIds[0] }
  return [(await bookSeat(deps, actor, input)).booking]
}

/**
 * Gives up the kept car, so that others can book it. Idempotent. Errors: `booking_not_found`,
 * `rescue_not_found`.
 */
export async function declineRescue(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId: personId }: ActorId,
  { bookingId }: { bookingId: string },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockUserRows(tx, [personId])
    if (!(await findRescue(tx, { bookingId, personId }))) {
      await requireOwn(tx, { bookingId, personId })
      throw new AppError('rescue_not_found')
    }
    await closeRescue(tx, { bookingId, status: 'declined', now: deps.clock.now() })
    await endRescueKeeps(tx, deps, bookingId)
  })
}
