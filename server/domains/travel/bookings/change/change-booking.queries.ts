import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Booking } from '../booking.ts'
import { noted } from '../bookings.queries.ts'

/** Keeps a started journey from ending until this transaction ends. */
export async function holdJourney(tx: Tx, tripId: string): Promise<void> {
  await sql`select from journeys where trip_id = ${tripId} for share`.execute(tx)
}

type MeetingChange = {
  bookingId: string
  fromPointId: string | null
  toPointId: string | null
  userId: string
  now: Date
}

/** Updates the meeting points of a booking and writes an event with the person who did it. */
export async function updateMeeting(tx: Tx, change: MeetingChange): Promise<Booking | undefined> {
  const { fromPointId, toPointId, userId: actorId, now } = change
  const details = { fromPointId, toPointId }
  const { rows } = await sql<Booking>`
    with b as (
      update bookings set from_point_id = ${fromPointId}, to_point_id = ${toPointId}
      where id = ${change.bookingId}
      returning *
    ), ${noted({ event: 'meeting_changed', now, actorId, details })}`.execute(tx)
  return rows[0]
}

/**
 * Lets the passenger of this booking leave at no cost until the pick-up, as after a moved hour,
 * because the driver changed where they meet. The caller has locked the row.
 */
export async function freeByMeeting(
  tx: Tx,
  change: { bookingId: string; actorId: string; now: Date },
): Promise<Booking | undefined> {
  const { now, actorId } = change
  const { rows } = await sql<Booking>`
    with b as (
      update bookings set meeting_moved = true
      where id = ${change.bookingId} and status in ('requested', 'confirmed')
      returning *
    ), ${noted({ event: 'meeting_changed', now, actorId, details: { by: 'trip' } })}`.execute(tx)
  return rows[0]
}

type AboardChange = {
  id: string
  /** Time when the passenger confirmed boarding; null when it is undone. */
  saidAt: Date | null
  /** Person named in the event. */
  actorId: string
  now: Date
  details: Record<string, string>
}

/** Records or undoes the confirmation of boarding. The caller has locked the row. */
export async function updateAboardSaid(tx: Tx, change: AboardChange): Promise<Booking | undefined> {
  const event = change.saidAt ? 'aboard_said' : 'aboard_undone'
  const { rows } = await sql<Booking>`
    with b as (
      update bookings set aboard_said_at = ${change.saidAt}::timestamptz
      where id = ${change.id} and status = 'confirmed'
      returning *
    ), ${noted({ ...change, event })}`.execute(tx)
  return rows[0]
}
