// Conditions of statements that tell who is still under way, of the booking `b`, the trip `t` and
// its journey `j`. `momentOfBooking` decides the same for one booking.

import { sql } from 'kysely'
import { UNHEARD_HOURS } from '#contract/moments.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'

/** Delay at the driver's last press. */
const DELAY = sql`coalesce(j.delay_ms, 0) * interval '1 millisecond'`

/** Expected end of the latest trip that a person may still wait for, or drive. */
const waitedSince = (now: Date) => addMs(now, -UNHEARD_HOURS * HOUR_MS)

/**
 * The passenger waits for the car or is in it: no press that counts says that the car reached the
 * drop-off or that the trip ended, and its expected time has not passed (`isRideOver`). Who is not
 * registered aboard waits `UNHEARD_HOURS` more, because the car can be late without a press.
 */
export const isUnderWay = (now: Date) => sql`
  (b.status in ('requested', 'confirmed', 'checked_in')
  and b.drops_off_at + ${DELAY} > case
    when b.status = 'confirmed' and b.aboard_said_at is null
    then ${waitedSince(now)}::timestamptz else ${now} end
  and not exists (
    select from journey_arrivals a
    where a.trip_id = b.trip_id and a.seq >= b.to_seq and a.counts_at is null)
  and coalesce(j.finish_counts_at, j.finished_at, 'infinity') > ${now})`

/** The trip is ahead, or its driver still drives it. */
export const isDriven = (now: Date) => sql`
  t.status in ('published', 'in_progress') and j.finished_at is null
  and (t.arrives_at > ${now} or j.started_at is not null
    and t.arrives_at + ${DELAY} > ${waitedSince(now)})`
