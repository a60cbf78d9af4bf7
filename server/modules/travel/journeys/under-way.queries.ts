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
 * The car, late or not, has not reached the drop-off. A passenger whom nobody registered aboard
 * waits for `UNHEARD_HOURS`.
 */
export const isBeforeDropOff = (now: Date) => sql`
  b.drops_off_at + ${DELAY} > case
    when b.status = 'confirmed' and b.aboard_said_at is null
    then ${waitedSince(now)}::timestamptz else ${now} end
  and not exists (
    select from journey_arrivals a
    where a.trip_id = b.trip_id and a.seq >= b.to_seq and a.counts_at is null)`

/** No believed press ended the trip. */
export const isUnfinished = (now: Date) => sql`
  coalesce(j.finish_counts_at, j.finished_at, 'infinity') > ${now}`

/** The trip is ahead, or its driver still drives it. */
export const isDriven = (now: Date) => sql`
  t.status in ('published', 'in_progress') and j.finished_at is null
  and (t.arrives_at > ${now} or j.started_at is not null
    and t.arrives_at + ${DELAY} > ${waitedSince(now)})`
