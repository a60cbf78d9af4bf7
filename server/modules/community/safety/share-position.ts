import { z } from 'zod'
import { lockUser } from '#server/modules/people/users/index.ts'
import { greatCircleKm } from '#server/modules/roads/places/index.ts'
import { confirmArrival } from '#server/modules/travel/journeys/index.ts'
import {
  ownPointsOf,
  placeAt,
  pointsOfTrip,
  withOwnPoints,
} from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { readTravelled } from './read-travelled.ts'
import { sealedColumn } from './sealed-value.ts'
import { isOver, progressOf, type Travelled } from './shared-trip.ts'
import {
  deletePosition,
  findPosition,
  keepPosition,
  listPositionsAfter,
  listSharesOf,
  purgeShares,
} from './trip-shares.queries.ts'

const Place = z.object({ lat: z.number(), lng: z.number(), accuracyMeters: z.int() })

/** Distance in km from the end of the journey within which a position is an arrival. */
const NEAR_KM = 2

const placeColumn = sealedColumn('shared_positions.sealed', Place)

/** Position with the time at which the phone measured it. */
export type Position = z.infer<typeof Place> & { at: Date }

type Sent = z.infer<typeof Place> & { tripId: string; ageSeconds: number }

/**
 * Stores the position of the actor in place of the previous one. Answers until when it is shown.
 * Errors: `position_not_shared` without an open link, or when the trip is over.
 */
export async function sendPosition(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { userId }: ActorId,
  { tripId: asked, ageSeconds, ...place }: Sent,
): Promise<{ until: string }> {
  const now = deps.clock.now()
  const of = { userId, tripId: asked.toLowerCase() }
  return await inTransaction(deps.db, async (tx) => {
    // Locked against a parallel revocation of the last link, which would leave this position
    // behind.
    await lockUser(tx, userId)
    const [share] = await listSharesOf(tx, of)
    const travelled = share && (await readTravelled(tx, share))
    const progress = travelled && progressOf(travelled, now)
    if (!progress || isOver(progress, now)) throw new AppError('position_not_shared')
    const id = newId()
    const sealed = placeColumn.seal(deps.secrets, id, place)
    const at = addMs(now, -ageSeconds * 1000)
    await keepPosition(tx, { ...of, id, sealed, at })
    if (progress.state === 'on_the_way' && (await isNear(tx, travelled, place))) {
      const { trip } = travelled
      await confirmArrival(tx, deps, { trip, userId, seq: progress.to.seq, at })
    }
    return { until: progress.endsAt.toISOString() }
  })
}

/** Whether a position is near where the person leaves the car. */
async function isNear(
  tx: Tx,
  { trip, booking }: Travelled,
  place: Omit<Position, 'at'>,
): Promise<boolean> {
  const seq = booking?.toSeq ?? trip.places.length - 1
  const driven = await pointsOfTrip(tx, trip)
  const points = booking ? withOwnPoints(driven, booking, await ownPointsOf(tx, [booking])) : driven
  return greatCircleKm(points.get(seq) ?? placeAt(trip, seq), place) <= NEAR_KM
}

export async function readPosition(
  { db, secrets }: Pick<Deps, 'secrets'> & { db: Reader },
  of: { userId: string; tripId: string },
): Promise<Position | null> {
  const found = await findPosition(db, of)
  if (!found) return null
  return { ...placeColumn.open(secrets, found), at: found.at }
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000'
/** Links are deleted this long after the trip, at least a day after they stopped answering. */
const KEPT_MS = 3 * DAY_MS

/** Job: deletes positions of trips that are over, and links of old trips. */
export async function forgetEndedTrips(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  let last = LOWEST_ID
  for (;;) {
    const page = await listPositionsAfter(deps.db, last)
    if (page.length === 0) break
    for (const { id, ...traveller } of page) {
      last = id
      const travelled = await readTravelled(deps.db, traveller)
      const shown = travelled && !isOver(progressOf(travelled, now), now)
      if (!shown) await inTransaction(deps.db, (tx) => deletePosition(tx, traveller))
    }
  }
  await inTransaction(deps.db, (tx) => purgeShares(tx, addMs(now, -KEPT_MS)))
}
