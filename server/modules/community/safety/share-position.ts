import { z } from 'zod'
import { TRAVELS } from '#contract/moments.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import { listTripBookings } from '#server/modules/travel/bookings/index.ts'
import { confirmArrival } from '#server/modules/travel/journeys/index.ts'
import { isNearStop } from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { eachRow } from '#server/platform/jobs/each-row.ts'
import { readFollowed, type Traveller, tripsOf, wholeOf } from './read-travelled.ts'
import { sealedColumn } from './sealed-value.ts'
import { isOver } from './shared-trip.ts'
import {
  deletePosition,
  findPosition,
  keepPosition,
  listPositionsAfter,
  listSharesOf,
  purgeShares,
} from './trip-shares.queries.ts'

const Place = z.object({ lat: z.number(), lng: z.number(), accuracyMeters: z.int() })

const placeColumn = sealedColumn('shared_positions.sealed', Place)

/** Position with the time at which the phone measured it. */
export type Position = z.infer<typeof Place> & { at: Date }

type Sent = z.infer<typeof Place> & { tripId: string; ageSeconds: number }

/**
 * Stores the position of the actor in place of the previous one in the same car: of a trip with one
 * change, in the car that links show, so that it is evidence about that one. Answers until when it
 * is shown.
 * Errors: `position_not_shared` without an open link, or when the trip is over.
 */
export async function sendPosition(
  deps: ActDeps,
  { userId }: ActorId,
  { tripId: asked, ageSeconds, ...place }: Sent,
): Promise<{ until: string }> {
  const now = deps.clock.now()
  const of = { userId, tripId: asked.toLowerCase() }
  return await inTransaction(deps.db, async (tx) => {
    // Locked against a parallel revocation of the last link, which would leave this position
    // behind.
    await lockUser(tx, userId)
    const [share] = await listSharesOf(tx, await linkedTrip(tx, of))
    const followed = share && (await readFollowed(tx, share, now))
    if (!followed || isOver(followed.progress, now)) throw new AppError('position_not_shared')
    const { travelled, progress } = followed
    const id = newId()
    const sealed = placeColumn.seal(deps.secrets, id, place)
    const at = addMs(now, -ageSeconds * 1000)
    const { trip, booking: own } = travelled
    await keepPosition(tx, { userId, tripId: trip.id, id, sealed, at })
    const seq = own?.toSeq ?? trip.places.length - 1
    if (progress.state === 'on_the_way' && (await isNearStop(tx, trip, { own, seq }, place))) {
      await confirmArrival(tx, deps, { trip, userId, seq, at })
    }
    return { until: progress.endsAt.toISOString() }
  })
}

/** The trip whose links show this one: of the second car of a person that of the first. */
async function linkedTrip(db: Reader, of: { userId: string; tripId: string }) {
  const own = (await listTripBookings(db, of.tripId))
    .filter(({ passengerId }) => passengerId === of.userId)
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const mine = own.findLast(({ status }) => TRAVELS.includes(status)) ?? own.at(-1)
  return mine?.connectionPart === 2 ? await wholeOf(db, { ...of, bookingId: mine.id }) : of
}

/** Reads the newest position of a traveller in the cars of their trip. */
export async function readNewest(
  deps: Pick<Deps, 'secrets'> & { db: Reader },
  traveller: Traveller,
): Promise<Position | null> {
  const { userId } = traveller
  let newest: Position | null = null
  for (const tripId of await tripsOf(deps.db, traveller)) {
    const found = await readPosition(deps, { userId, tripId })
    if (found && (!newest || found.at > newest.at)) newest = found
  }
  return newest
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
export async function forgetEndedTrips(deps: ReadDeps): Promise<void> {
  const now = deps.clock.now()
  const errors: unknown[] = []
  let page = await listPositionsAfter(deps.db, LOWEST_ID)
  const forget = async (traveller: (typeof page)[number]) => {
    const [share] = await listSharesOf(deps.db, await linkedTrip(deps.db, traveller))
    const followed = share && (await readFollowed(deps.db, share, now))
    const shown = followed && !isOver(followed.progress, now)
    if (!shown) await inTransaction(deps.db, (tx) => deletePosition(tx, traveller))
  }
  while (page.length > 0) {
    await eachRow(page, forget, (error) => errors.push(error))
    page = await listPositionsAfter(deps.db, page.at(-1)?.id ?? LOWEST_ID)
  }
  await inTransaction(deps.db, (tx) => purgeShares(tx, addMs(now, -KEPT_MS)))
  if (errors.length > 0) throw new AggregateError(errors, 'positions are not deleted')
}
