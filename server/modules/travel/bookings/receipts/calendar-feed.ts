import { CALENDAR_EVENTS_MAX, CALENDAR_PAST_DAYS } from '#contract/booking-limits.ts'
import { isBarred } from '#server/modules/people/standing/index.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import {
  endsOf,
  findTripsFacts,
  ownPointsOf,
  pointsOfTrips,
  withOwnPoints,
} from '#server/modules/travel/trips/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { randomToken, sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { countEvents } from '../bookings.queries.ts'
import { type Appointment, calendarFile } from './calendar.ts'
import {
  deleteLink,
  findLink,
  findLinkByHash,
  listAttended,
  listDriven,
  writeLink,
} from './calendar-links.queries.ts'
import { appointmentOf } from './read-booking.ts'

type FeedDeps = Pick<Deps, 'db' | 'clock' | 'urls'>

/** 192 bits: whoever has the link reads the trips, so nobody may guess it. */
const TOKEN_BYTES = 24

function linkHash(token: string): Buffer {
  return sha256(`calendar|${token}`)
}

/** Tells since when the person has a link to their calendar; the link itself is not stored. */
export async function showCalendarLink({ db }: Pick<Deps, 'db'>, { userId }: ActorId) {
  return { madeAt: (await findLink(db, userId))?.madeAt.toISOString() ?? null }
}

/** Makes a link to the person's calendar. Only this answer has it; the one before stops working. */
export async function makeCalendarLink(
  deps: FeedDeps,
  { userId }: ActorId,
): Promise<{ url: string; madeAt: string }> {
  const token = randomToken(TOKEN_BYTES)
  const madeAt = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    // An account that closes meanwhile must not keep a link.
    await lockUser(tx, userId)
    await writeLink(tx, { userId, hash: linkHash(token), madeAt })
  })
  const url = `${deps.urls.site}/api/calendar/${token}/viajes.ics`
  return { url, madeAt: madeAt.toISOString() }
}

/** Switches the link off; with `at` only one made until then. Safe to repeat. */
export async function revokeCalendarLink(
  { db }: Pick<Deps, 'db'>,
  { userId, at = null }: ActorId & { at?: Date | null },
) {
  await inTransaction(db, (tx) => deleteLink(tx, userId, at))
  return {}
}

/**
 * Writes the trips of the owner of a link, as passenger and as driver, of the last days and the
 * future. Errors: `calendar_not_found` for a wrong or revoked link, and while the account is
 * suspended.
 */
export async function readFeed(deps: FeedDeps, { token }: { token: string }): Promise<string> {
  const now = deps.clock.now()
  const link = await findLinkByHash(deps.db, linkHash(token))
  if (!link || (await isBarred(deps.db, link.userId, now))) throw new AppError('calendar_not_found')
  const since = addMs(now, -CALENDAR_PAST_DAYS * DAY_MS)
  const asked = { userId: link.userId, since, limit: CALENDAR_EVENTS_MAX }
  const found = [...(await ridesOf(deps, asked)), ...(await drivesOf(deps, asked))]
  return calendarFile(found, 'Cupo')
}

type Asked = Parameters<typeof listAttended>[1]

async function ridesOf(deps: FeedDeps, asked: Asked): Promise<Appointment[]> {
  const { db } = deps
  const bookings = await listAttended(db, asked)
  const trips = await findTripsFacts(db, [...new Set(bookings.map(({ tripId }) => tripId))])
  const points = await pointsOfTrips(db, [...trips.values()])
  const own = await ownPointsOf(db, bookings)
  const ids = bookings.map(({ id }) => id)
  const events = await countEvents(db, ids)
  return bookings.flatMap((booking) => {
    const trip = trips.get(booking.tripId)
    const merged = withOwnPoints(points.get(booking.tripId), booking, own)
    const part = { booking, events: events.get(booking.id), points: merged }
    return trip ? [appointmentOf(deps, { ...part, trip })] : []
  })
}

async function drivesOf({ db, urls }: FeedDeps, asked: Asked): Promise<Appointment[]> {
  const drives = await listDriven(db, asked)
  const trips = await findTripsFacts(
    db,
    drives.map(({ id }) => id),
  )
  const points = await pointsOfTrips(db, [...trips.values()])
  return drives.flatMap(({ id, changedAt }) => {
    const trip = trips.get(id)
    if (!trip) return []
    const isCancelled = trip.status === 'cancelled'
    const { from, to } = endsOf(trip)
    return {
      id,
      from: from.name,
      to: to.name,
      meetingPoint: points.get(id)?.get(0) ?? null,
      startsAt: trip.departsAt,
      endsAt: trip.arrivesAt,
      madeAt: changedAt,
      // A cancellation does not raise the revision.
      sequence: trip.revision * 2 + Number(isCancelled),
      isCancelled,
      url: `${urls.site}/trips/${id}`,
      drives: true,
    }
  })
}
