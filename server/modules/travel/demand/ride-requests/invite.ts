import type { WantedSeat } from '#contract/ride-requests.ts'
import { findPeople, tellUser } from '#server/modules/people/users/index.ts'
import { partPath, requireOwnTrip } from '#server/modules/travel/trips/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { endNames } from '../alerts/parts.present.ts'
import { countAlerted } from './demand.queries.ts'
import { rideInvited } from './ride-requests.messages.ts'
import { presentWanted } from './ride-requests.present.ts'
import { insertInvitation, listWantedAlong, type WantedRow } from './ride-requests.queries.ts'

/** Greatest number of people shown with a trip. */
const SHOWN_MAX = 50

/**
 * Lists the people who want seats along the driver's own trip, and counts those with only an alert.
 * Errors: `trip_not_found`, also for somebody else's trip.
 */
export async function wantedForTrip(
  deps: ReadDeps,
  actor: ActorId,
  { tripId }: { tripId: string },
): Promise<{ wanted: WantedSeat[]; alerted: number }> {
  await requireOwnTrip(deps.db, actor, tripId)
  const now = deps.clock.now()
  const rows = await listWantedAlong(deps.db, {
    tripId,
    rideRequestId: null,
    now,
    limit: SHOWN_MAX,
  })
  const alerted = await countAlerted(deps.db, tripId)
  return { wanted: await presentWanted(deps, tripId, rows), alerted }
}

/**
 * Invites a passenger to the driver's own trip and tells the passenger. The trip keeps its price
 * and stays on sale to everybody. It can be repeated: the passenger is told once.
 * Errors: `trip_not_found`, `ride_request_not_found` (also when it does not match the trip),
 * `invitation_price_high`, `seats_unavailable`.
 */
export async function invite(
  deps: ActDeps,
  actor: ActorId,
  { tripId, rideRequestId }: { tripId: string; rideRequestId: string },
): Promise<WantedSeat> {
  await requireOwnTrip(deps.db, actor, tripId)
  const row = await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const [found] = await listWantedAlong(tx, { tripId, rideRequestId, now, limit: 1 })
    if (!found) throw new AppError('ride_request_not_found')
    if (found.price > found.maxPrice) throw new AppError('invitation_price_high')
    if (found.seatsLeft < found.seats) throw new AppError('seats_unavailable')
    const isNew = await insertInvitation(tx, { rideRequestId, tripId, now })
    if (isNew) {
      await tellUser(tx, deps, rideInvited, {
        userId: found.userId,
        cause: `${rideRequestId}:${tripId}`,
        data: await invitationFacts(deps, actor, tripId, found),
      })
    }
    return { ...found, invited: true }
  })
  const [wanted] = await presentWanted(deps, tripId, [row])
  if (!wanted) throw new AppError('ride_request_not_found')
  return wanted
}

async function invitationFacts(deps: ReadDeps, actor: ActorId, tripId: string, row: WantedRow) {
  const place = await endNames(deps, [row])
  const people = await findPeople(deps.db, [actor.userId])
  return {
    path: partPath({ ...row, tripId }, row.seats),
    from: place(row.fromPlace).name,
    to: place(row.toPlace).name,
    driver: people.get(actor.userId)?.name ?? '',
    boardsAt: row.boardsAt.toISOString(),
    price: row.price,
  }
}
