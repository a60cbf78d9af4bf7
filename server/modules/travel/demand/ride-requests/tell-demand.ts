import { tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { endNames } from '../alerts/parts.present.ts'
import { type RideRequest, statusOf } from './ride-request.ts'
import { rideRequestOver, rideWanted } from './ride-requests.messages.ts'
import { findRideRequest, listTripsAlong, markEnded, takeEnded } from './ride-requests.queries.ts'

/** Greatest number of drivers told of one request: those whose trips board first. */
const DRIVERS_TOLD = 10
const ENDED_PER_ROUND = 200

/** Tells drivers of trips on sale along the route about a request, once per trip. */
export async function tellDrivers(deps: Deps, rideRequestId: string): Promise<void> {
  const now = deps.clock.now()
  const request = await findRideRequest(deps.db, rideRequestId)
  if (!request || statusOf(request, now) !== 'open') return
  const trips = await listTripsAlong(deps.db, { rideRequestId, now, limit: DRIVERS_TOLD })
  const place = await endNames(deps, [request])
  await inTransaction(deps.db, async (tx) => {
    for (const { tripId, driverId } of trips) {
      await tellUser(tx, deps, rideWanted, {
        userId: driverId,
        cause: tripId,
        data: {
          path: `/trips/${tripId}?ver=conductor#demanda`,
          from: place(request.fromPlace).name,
          to: place(request.toPlace).name,
        },
      })
    }
  })
}

/** Tells people whose request passed its time without a seat. */
export async function tellEnded(deps: Deps): Promise<void> {
  for (let some = ENDED_PER_ROUND; some === ENDED_PER_ROUND; ) {
    some = await inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      const ended = await takeEnded(tx, { now, limit: ENDED_PER_ROUND })
      const place = await endNames(deps, ended)
      for (const request of ended.filter(({ isBooked }) => !isBooked)) {
        await tellUser(tx, deps, rideRequestOver, {
          userId: request.userId,
          cause: request.id,
          data: {
            path: searchPath(request),
            from: place(request.fromPlace).name,
            to: place(request.toPlace).name,
          },
        })
      }
      await markEnded(tx, { ids: ended.map(({ id }) => id), now })
      return ended.length
    })
  }
}

function searchPath({ fromPlace, toPlace, seats }: RideRequest): string {
  const query = new URLSearchParams({ from: fromPlace, to: toPlace, seats: String(seats) })
  return `/trips?${query}`
}
