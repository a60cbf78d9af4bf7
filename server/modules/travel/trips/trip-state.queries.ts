import { sql } from 'kysely'
import { addMs } from '#server/platform/clock.ts'
import { ENDS_AFTER_MS, LATE_TO_ARRIVE_MS, LATE_TO_LEAVE_MS, NO_NEWS_MS } from './trip-state.ts'

/** SQL condition: nobody ended trip `t`, and its plan has not. */
const isOpen = (now: Date) => sql`
  (t.status in ('published', 'in_progress') and t.arrives_at > ${addMs(now, -ENDS_AFTER_MS)})`

const hasBooking = (...statuses: string[]) => sql`
  exists (select from bookings s where s.trip_id = t.id and s.status = any (${statuses}::text[]))`

/** The expected arrival, or the newest position if that is later. */
const heardAt = sql`greatest(t.arrives_at + coalesce(j.delay_ms, 0) * interval '1 millisecond',
  (select max(s.at) from shared_positions s where s.trip_id = t.id))`

/**
 * `tripStateAt` of trip `t` with its journey `j`, as an SQL value for filters. Of trips that are
 * over it reads no bookings and positions.
 */
export const tripStateIn = (now: Date) => sql`
  case when t.status in ('draft', 'cancelled') then t.status
    when not ${isOpen(now)} or j.finished_at is not null and t.status = 'published'
      or exists (select from arrival_words s
        where s.trip_id = t.id and s.arrived and s.answered_at >= t.arrives_at) then 'finished'
    when ${heardAt} <= ${addMs(now, -NO_NEWS_MS)} and ${hasBooking('confirmed', 'checked_in')}
      then 'no_news'
    when j.started_at is not null or t.status = 'in_progress' or ${hasBooking('checked_in')} then
      case when t.arrives_at + coalesce(j.delay_ms, 0) * interval '1 millisecond'
        <= ${addMs(now, -LATE_TO_ARRIVE_MS)} then 'late_to_arrive' else 'on_the_way' end
    when t.departs_at <= ${addMs(now, -LATE_TO_LEAVE_MS)} then 'late_to_leave'
    else 'to_leave' end`
