import type { Invitation, RideRequestView, WantedSeat } from '#contract/ride-requests.ts'
import { findPeople } from '#server/domains/people/users/users.public.ts'
import { placesByIds } from '#server/domains/roads/places/places.public.ts'
import { stopId } from '#server/domains/travel/trips/trips.public.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { type RideRequest, statusOf } from './ride-request.ts'
import { type InvitationRow, invitationsOf, type WantedRow } from './ride-requests.queries.ts'

type PresentDeps = Pick<Deps, 'db' | 'clock'>

/** Presents ride requests to their passenger. */
export async function presentRequests(
  deps: PresentDeps,
  requests: readonly RideRequest[],
): Promise<RideRequestView[]> {
  const now = deps.clock.now()
  const rideRequestIds = requests.map((request) => request.id)
  const rows = await invitationsOf(deps.db, { rideRequestIds, now })
  const drivers = rows.flatMap(({ driverId }) => (driverId === null ? [] : [driverId]))
  const people = await findPeople(deps.db, drivers)
  const nameOf = (driverId: string) => people.get(driverId)?.name ?? ''
  const place = await placeNames(deps, requests)
  return requests.map((request) => {
    const status = statusOf(request, now)
    return {
      id: request.id,
      status,
      ...presentTerms(request, place),
      createdAt: request.createdAt.toISOString(),
      can: { withdraw: status === 'open' || (status === 'booked' && !request.withdrawnAt) },
      invitations: rows
        .filter(({ rideRequestId }) => rideRequestId === request.id)
        .map((row) => presentInvitation(row, nameOf)),
    }
  })
}

/** Presents one ride request to its passenger. */
export async function presentRequest(
  deps: PresentDeps,
  request: RideRequest,
): Promise<RideRequestView> {
  const [view] = await presentRequests(deps, [request])
  assert(view, 'a request is presented')
  return view
}

function presentInvitation(row: InvitationRow, nameOf: (driverId: string) => string): Invitation {
  const { tripId, driverId, fromSeq, toSeq, boardsAt, alightsAt, price, seatsLeft } = row
  const fits =
    driverId !== null &&
    fromSeq !== null &&
    toSeq !== null &&
    boardsAt &&
    alightsAt &&
    price !== null &&
    seatsLeft !== null
  return {
    tripId,
    createdAt: row.createdAt.toISOString(),
    status: row.declinedAt ? 'declined' : fits ? 'open' : 'gone',
    trip: fits
      ? {
          tripId,
          fromStopId: stopId(tripId, fromSeq),
          toStopId: stopId(tripId, toSeq),
          departsAt: boardsAt.toISOString(),
          arrivesAt: alightsAt.toISOString(),
          price,
          seatsLeft,
          driver: nameOf(driverId),
        }
      : null,
  }
}

/** Presents passengers who want seats to the driver of a trip. */
export async function presentWanted(
  deps: PresentDeps,
  tripId: string,
  rows: readonly WantedRow[],
): Promise<WantedSeat[]> {
  const place = await placeNames(deps, rows)
  const people = await findPeople(
    deps.db,
    rows.map((row) => row.userId),
  )
  return rows.flatMap((row) => {
    const person = people.get(row.userId)
    if (!person) return []
    return {
      rideRequestId: row.id,
      ...presentTerms(row, place),
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

/** Returns the address where the passenger books the wanted part of the trip. */
export function tripPath(
  tripId: string,
  part: Pick<WantedRow, 'fromSeq' | 'toSeq' | 'seats'>,
): string {
  const query = new URLSearchParams({
    from: stopId(tripId, part.fromSeq),
    to: stopId(tripId, part.toSeq),
    seats: String(part.seats),
  })
  return `/trips/${tripId}?${query}`
}

type Named = { placeId: string; name: string }

function presentTerms(request: RideRequest, place: (id: string) => Named) {
  return {
    from: place(request.fromPlace),
    to: place(request.toPlace),
    earliest: request.earliest.toISOString(),
    latest: request.latest.toISOString(),
    seats: request.seats,
    maxPrice: request.maxPrice,
  }
}

/** Returns a lookup of place names, by code. */
export async function placeNames(
  deps: PresentDeps,
  rows: readonly { fromPlace: string; toPlace: string }[],
): Promise<(placeId: string) => Named> {
  const ids = rows.flatMap((row) => [row.fromPlace, row.toPlace])
  const names = new Map((await placesByIds(deps, ids)).map(({ id, name }) => [id, name]))
  return (placeId) => ({ placeId, name: names.get(placeId) ?? placeId })
}
