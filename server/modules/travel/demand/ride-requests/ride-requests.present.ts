import type { Invitation, WantedSeat } from '#contract/ride-requests.ts'
import { findPeople, type Person } from '#server/modules/people/users/index.ts'
import { stopId } from '#server/modules/travel/trips/index.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { endNames, presentPart } from '../alerts/parts.present.ts'
import { ceilingsOfTrips } from './own-ceiling.ts'
import { type RideRequest, statusOf } from './ride-request.ts'
import {
  type InvitationRow,
  listInvitationsOf,
  listRequestsOf,
  type WantedRow,
} from './ride-requests.queries.ts'

/** Presents ride requests to their passenger. */
async function presentRequests(deps: ReadDeps, requests: readonly RideRequest[]) {
  const now = deps.clock.now()
  const rideRequestIds = requests.map((request) => request.id)
  const rows = await listInvitationsOf(deps.db, { rideRequestIds, now })
  const drivers = rows.flatMap(({ driverId }) => (driverId === null ? [] : [driverId]))
  const people = await findPeople(deps.db, drivers)
  const place = await endNames(deps, requests)
  return requests.map((request) => {
    const status = statusOf(request, now)
    return {
      id: request.id,
      alertId: request.alertId,
      status,
      ...presentTerms(request, place),
      createdAt: request.createdAt.toISOString(),
      can: { withdraw: status === 'open' || (status === 'booked' && !request.withdrawnAt) },
      invitations: rows
        .filter(({ rideRequestId }) => rideRequestId === request.id)
        .map((row) => presentInvitation(row, people)),
    }
  })
}

/** Lists a person's ride requests, newest first: the current ones, and the last that ended. */
export async function listRideRequests(deps: ReadDeps, { userId }: ActorId) {
  const now = deps.clock.now()
  const current = await listRequestsOf(deps.db, { userId, now, over: false })
  const past = await listRequestsOf(deps.db, { userId, now, over: true })
  return { open: await presentRequests(deps, current), past: await presentRequests(deps, past) }
}

/** Presents one ride request to its passenger. */
export async function presentRequest(deps: ReadDeps, request: RideRequest) {
  const [view] = await presentRequests(deps, [request])
  assert(view, 'a request is presented')
  return view
}

function presentInvitation(row: InvitationRow, people: Map<string, Person>): Invitation {
  const { tripId } = row
  const trip =
    row.driverId === null ? null : presentPart(tripId, row, people.get(row.driverId)?.name)
  return {
    tripId,
    createdAt: row.createdAt.toISOString(),
    status: row.declinedAt ? 'declined' : trip ? 'open' : 'gone',
    trip,
  }
}

/** Presents passengers who want seats to the driver of a trip, at most at its ceiling. */
export async function presentWanted(
  deps: ReadDeps,
  tripId: string,
  rows: readonly WantedRow[],
): Promise<WantedSeat[]> {
  const place = await endNames(deps, rows)
  const userIds = rows.map((row) => row.userId)
  const people = await findPeople(deps.db, userIds)
  const ceiling = await ceilingsOfTrips(deps.db, [tripId])
  return rows.flatMap((row) => {
    const person = people.get(row.userId)
    if (!person) return []
    return {
      rideRequestId: row.id,
      ...presentTerms(row, place),
      maxPrice: Math.min(row.maxPrice, ceiling(tripId, row)),
      passenger: {
        id: person.id,
        name: person.name,
        verified: person.verified,
        photoUrl: person.photo?.small ?? null,
      },
      fromStopId: stopId(tripId, row.fromSeq),
      toStopId: stopId(tripId, row.toSeq),
      boardsAt: row.boardsAt.toISOString(),
      price: row.price,
      invited: row.invited,
      refusal: row.price > row.maxPrice ? 'price' : row.seatsLeft < row.seats ? 'seats' : null,
    }
  })
}

function presentTerms(request: RideRequest, place: Awaited<ReturnType<typeof endNames>>) {
  return {
    from: place(request.fromPlace),
    to: place(request.toPlace),
    earliest: request.earliest.toISOString(),
    latest: request.latest.toISOString(),
    seats: request.seats,
    maxPrice: request.maxPrice,
  }
}
