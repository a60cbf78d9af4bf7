import { addMs } from '#server/platform/clock.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { ABOARD_UNDO_MS, BOARDING_CLOSES_MS, type Booking, DISPUTE_MS } from '../booking.ts'
import { noted } from '../bookings.queries.ts'

/**
 * Lists the ids of bookings that are due, at most `limit` for each reason: a request unanswered, a
 * boarding window closed, a boarding confirmed too long ago to be undone, a no-show undisputed.
 */
export function listDueIds(db: Reader, now: Date, limit: number) {
  return run.values<{ id: string }>(db)`
    (select id from bookings
      where status = 'requested' and expires_at <= ${now}
      order by expires_at limit ${limit})
    union
    (select id from bookings
      where status in ('confirmed', 'checked_in')
        and drops_off_at <= ${addMs(now, -BOARDING_CLOSES_MS)}
        and (status = 'checked_in' or disputed_at is null)
      order by drops_off_at limit ${limit})
    union
    (select id from bookings
      where status = 'confirmed' and drops_off_at <= ${now} and disputed_at is null
        and (connection_broken_at is not null or change_missed_at is not null)
      order by drops_off_at limit ${limit})
    union
    (select id from bookings
      where status = 'confirmed' and aboard_said_at <= ${addMs(now, -ABOARD_UNDO_MS)}
      order by aboard_said_at limit ${limit})
    union
    (select id from bookings
      where status = 'no_show' and closed_at is null and disputed_at is null
        and no_show_at <= ${addMs(now, -DISPUTE_MS)}
      order by no_show_at limit ${limit})`
}

/** Marks a dispute or denial and revokes the ticket. The caller has locked the row. */
export function markDisputed(
  tx: Tx,
  input: { id: string; passengerId: string; now: Date; denies: boolean },
) {
  return run.row<Booking>(tx)`
    with b as (
      update bookings set
        disputed_at = case when ${input.denies} then disputed_at else ${input.now} end,
        denied_at = case when ${input.denies} then ${input.now}::timestamptz end,
        generation = generation + (status = 'confirmed')::int
      where id = ${input.id} returning *
    ), ${noted({ event: 'disputed', now: input.now, actorId: input.passengerId })}`
}
