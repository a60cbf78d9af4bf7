import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { partyOf } from '../booking.ts'
import type { Case } from '../booking-conditions.ts'
import { may, statusAfter, transition } from '../booking-transitions.ts'
import { lockBooking } from '../bookings.queries.ts'
import { type Release, releaseBooking } from '../settle/settle-booking.ts'
import { caseOf } from '../show-booking.ts'

/**
 * Ends a booking of somebody who must not travel any more, or of whose purchase by a list nobody
 * could be told, with a full refund, and returns its seats. Returns false when nothing was ended:
 * after the pick-up, on a cancelled trip, or of the second car of somebody aboard the first one.
 */
export function withdrawPassenger(
  deps: ReadDeps,
  { bookingId, rule = 'sanction' }: { bookingId: string; rule?: 'sanction' | 'untold' },
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    const asked = await lockForTeam(tx, deps, bookingId)
    if (!asked || !may('withdraw', asked) || isOnTheWay(asked)) return false
    await withdraw(tx, asked, { actorId: null, details: { rule } })
    return true
  })
}

/**
 * Ends a booking before its pick-up for the team, with a full refund, and returns its seats; `note`
 * writes the trail in the same transaction. Errors: `booking_not_found`, `forbidden` for people of
 * the booking, and the refusals of `withdraw`.
 */
export async function withdrawByTeam(
  deps: ReadDeps,
  { userId: actorId }: ActorId,
  { bookingId, note }: { bookingId: string; note: (tx: Tx) => Promise<void> },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const asked = await lockForTeam(tx, deps, bookingId)
    if (!asked) throw new AppError('booking_not_found')
    if (partyOf(asked.booking, actorId)) throw new AppError('forbidden')
    await withdraw(tx, asked, { actorId, details: { rule: 'team', by: 'team' } })
    await note(tx)
  })
}

/** Whether the passenger changes to this car on the way: a journey is driven to its end. */
const isOnTheWay = ({ booking, facts }: Case) =>
  booking.connectionPart === 2 && facts?.other?.boarded === true

async function lockForTeam(tx: Tx, { clock }: Pick<Deps, 'clock'>, bookingId: string) {
  const now = clock.now()
  const booking = await lockBooking(tx, bookingId)
  return booking && (await caseOf(tx, booking, 'team', now))
}

async function withdraw(tx: Tx, asked: Case, by: Pick<Release, 'actorId' | 'details'>) {
  const to = statusAfter(transition('withdraw', asked))
  await releaseBooking(tx, asked.booking, { to, now: asked.now, ...by })
}
