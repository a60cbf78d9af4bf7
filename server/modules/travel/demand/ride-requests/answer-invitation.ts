import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { stopAlertRow } from '../alerts/alerts.queries.ts'
import type { RideRequest } from './ride-request.ts'
import { declineRow, findRideRequest, withdrawRow } from './ride-requests.queries.ts'

/** Withdraws a request and stops its alert. Can be repeated. Errors: `ride_request_not_found`. */
export function withdrawRideRequest(
  deps: ReadDeps,
  actor: ActorId,
  { rideRequestId: id }: { rideRequestId: string },
): Promise<RideRequest> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { alertId, madeAlert } = await findOwn(tx, actor, id)
    await withdrawRow(tx, { id, now })
    if (madeAlert) await stopAlertRow(tx, alertId, now)
    return await findOwn(tx, actor, id)
  })
}

/** Declines the invitation to a trip. It can be repeated. Errors: `ride_request_not_found`. */
export function declineInvitation(
  deps: ReadDeps,
  actor: ActorId,
  { rideRequestId, tripId }: { rideRequestId: string; tripId: string },
): Promise<RideRequest> {
  return inTransaction(deps.db, async (tx) => {
    const request = await findOwn(tx, actor, rideRequestId)
    const found = await declineRow(tx, { rideRequestId, tripId, now: deps.clock.now() })
    if (!found) throw new AppError('ride_request_not_found')
    return request
  })
}

async function findOwn(tx: Tx, { userId }: ActorId, id: string): Promise<RideRequest> {
  const request = await findRideRequest(tx, id)
  if (request?.userId !== userId) throw new AppError('ride_request_not_found')
  return request
}
