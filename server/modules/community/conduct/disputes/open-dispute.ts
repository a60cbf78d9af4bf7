import { tellUser } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  fareLink,
  findFactsOf,
  lockBooking,
  markDisputed,
  may,
  stateOf,
  type Transition,
  transition,
} from '#server/modules/travel/bookings/index.ts'
import { findTripFacts } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { disputeReceived } from './disputes.messages.ts'
import { insertDispute } from './disputes.queries.ts'
import { askDriver, heardUntil } from './hear-driver.ts'

type Asked = { bookingId: string; statement: string }

/**
 * Opens a dispute about a no-show, a check-in, an absent driver or a missed change, and asks the
 * driver for their version; the money waits for the team.
 * Idempotent. Errors: `booking_not_found`, `dispute_closed`.
 */
export function openDispute(deps: ActDeps, actor: ActorId, asked: Asked): Promise<Booking> {
  return openIf(deps, actor, asked, () => true)
}

/**
 * Job: opens the dispute about a missed change when boarding is over; not if the passenger took it
 * back, or boarded, since the job was enqueued.
 */
export async function openMissedChange(
  deps: ActDeps,
  { bookingId, userId }: ActorId & { bookingId: string },
): Promise<void> {
  const statement = 'Mi primer carro llegó tarde y no alcancé el segundo.'
  await openIf(deps, { userId }, { bookingId, statement }, isMissed)
}

const isMissed = (booking: Booking, now: Date) => stateOf(booking, now) === 'change_missed'

function openIf(
  deps: ActDeps,
  actor: ActorId,
  { bookingId, statement }: Asked,
  stands: (booking: Booking, now: Date) => boolean,
): Promise<Booking> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const booking = await lockBooking(tx, bookingId)
    if (booking?.passengerId !== actor.userId) throw new AppError('booking_not_found')
    if (booking.deniedAt || booking.disputedAt || !stands(booking, now)) return booking
    const denies = (await stepOf(tx, booking, now)).action === 'deny'
    const { id, passengerId } = booking
    const disputed = await markDisputed(tx, { id, passengerId, now, denies })
    assert(disputed, 'a locked booking')
    await insertDispute(tx, { bookingId: id, openedBy: passengerId, openedAt: now, statement })
    await askDriver(tx, deps, disputed)
    const until = heardUntil({ askedAt: now }).toISOString()
    const data = { ...fareLink(booking), until }
    await tellUser(tx, deps, disputeReceived, { userId: passengerId, data })
    return disputed
  })
}

/** Chooses the kind of dispute. Refused on a cancelled trip, which is refunded anyway. */
async function stepOf(tx: Tx, booking: Booking, now: Date): Promise<Transition> {
  const facts = (await findFactsOf(tx, [booking.id])).get(booking.id)
  const trip = await findTripFacts(tx, booking.tripId)
  const tripCancelled = trip?.status === 'cancelled'
  // A missed change becomes a dispute when boarding is over.
  const by = isMissed(booking, now) ? 'time' : 'passenger'
  const asked = { booking, by, now, facts, tripCancelled } as const
  const action = (['dispute', 'object'] as const).find((each) => may(each, asked))
  return transition(action ?? 'deny', asked)
}
