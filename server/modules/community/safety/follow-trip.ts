import type { FollowedTrip } from '#contract/safety-shares.ts'
import { findVehicles } from '#server/modules/people/verification/index.ts'
import { listTripBookings } from '#server/modules/travel/bookings/index.ts'
import { believed, delayMinutes, expectedAt } from '#server/modules/travel/journeys/index.ts'
import { placeAt, type TripPlace } from '#server/modules/travel/trips/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { firstName, readFollowed, type Traveller } from './read-travelled.ts'
import { readNewest } from './share-position.ts'
import { shareHash } from './share-trip.ts'
import { isForgotten, isOver, type Travelled } from './shared-trip.ts'
import { findShareByHash } from './trip-shares.queries.ts'

/**
 * Shows a shared trip to anybody with the secret of its link; without position and car once it is
 * over. Errors: `share_not_found`, the same for a wrong, a revoked and an old secret.
 */
export async function followTrip(
  deps: ActDeps,
  { token }: { token: string },
): Promise<FollowedTrip> {
  const now = deps.clock.now()
  const share = await findShareByHash(deps.db, shareHash(token))
  const followed = share && (await readFollowed(deps.db, share, now))
  if (!followed || isForgotten(followed.progress, now)) throw new AppError('share_not_found')
  const { travelled, progress, change } = followed
  const { booking, trip } = travelled
  const journey = believed(travelled.journey)
  const delay = await delayOf(deps.db, travelled, now)
  const stop = (place: TripPlace) => ({
    name: place.name,
    plannedAt: place.at.toISOString(),
    // A press in the first car says nothing of the second one: the plan of that car counts.
    expectedAt: (trip.places.includes(place)
      ? expectedAt(place, journey, delay)
      : place.at
    ).toISOString(),
  })
  const over = isOver(progress, now)
  return {
    state: progress.state,
    over,
    traveller: {
      name: await firstName(deps.db, share.userId),
      isDriver: booking === null,
      aboard: progress.aboard,
    },
    from: stop(progress.from),
    to: stop(progress.to),
    startedAt: journey.startedAt?.toISOString() ?? null,
    arrivedAt: progress.arrivedAt?.toISOString() ?? null,
    bySelf: progress.bySelf,
    heardAt: progress.heardAt?.toISOString() ?? null,
    delayMinutes: over ? 0 : delay,
    change: change && {
      ...stop(placeAt(change.first.trip, change.first.booking?.toSeq ?? 0)),
      leavesAt: (change.second.booking?.picksUpAt ?? now).toISOString(),
      isThere: change.isThere,
    },
    ...(over ? HIDDEN : await whereabouts(deps, travelled, share)),
    asOf: now.toISOString(),
  }
}

const HIDDEN = { driver: null, car: null, position: null } as const

async function whereabouts(deps: ActDeps, { trip }: Travelled, traveller: Traveller) {
  const vehicle = (await findVehicles(deps.db, [trip.vehicleId])).get(trip.vehicleId)
  const position = await readNewest(deps, traveller)
  return {
    driver: await firstName(deps.db, trip.driverId),
    car: vehicle ?? null,
    position: position && { ...position, at: position.at.toISOString() },
  }
}

/** Delay of the car, in minutes. */
async function delayOf(db: Reader, { trip, journey }: Travelled, now: Date): Promise<number> {
  if (journey.startedAt === null) return 0
  const riders = await listTripBookings(db, trip.id)
  return delayMinutes(believed(journey), { places: trip.places, riders }, now)
}
