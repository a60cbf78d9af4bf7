import { type RawBuilder, sql } from 'kysely'
import { isDriven, isUnderWay } from '#server/modules/travel/bookings/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'

export type AgendaRow = {
  kind: 'keep' | 'ask' | 'request' | 'no_show' | 'trip'
  role: 'passenger' | 'driver'
  tripId: string
  bookingId: string | null
  /** Positions on the corridor; null: the ends of the trip. */
  fromSeq: number | null
  toSeq: number | null
  seats: number
  count: number
  until: Date | null
  unanswered: boolean
}

/** Upper bound of a journey plus boarding and the time to object: limits the index scan. */
const CLAIMS_SINCE_MS = 10 * DAY_MS

/** Time before a pick-up or departure from which it comes before a trip that is overdue. */
const SOON_MS = 2 * HOUR_MS

/** By the start; an overdue trip gives way to one that starts soon, such as the second car. */
const turnOf = (startsAt: RawBuilder<unknown>, endsAt: RawBuilder<unknown>, now: Date) => sql`
  case when ${endsAt} > ${now} then ${startsAt}
    else greatest(${startsAt}, ${addMs(now, SOON_MS)}) end`

/** Lists the open tasks of a user and their next journey as passenger and as driver. */
export function listAgenda(
  reader: Reader,
  { userId, now, objectMs }: { userId: string; now: Date; objectMs: number },
) {
  return run.rows<AgendaRow>(reader)`
    select 'keep' as kind, 'passenger' as role, k.trip_id as "tripId", k.rescue_of as "bookingId",
      k.from_seq as "fromSeq", k.to_seq as "toSeq", k.seats::int as seats, 1 as count,
      k.expires_at as until, false as unanswered
    from seat_keeps k join trips t on t.id = k.trip_id
      and t.status in ('published', 'in_progress')
    where k.passenger_id = ${userId} and k.status = 'open' and k.expires_at > ${now}
      and k.part = 1
    union all
    select 'ask', 'driver', a.trip_id, a.booking_id, a.from_seq, a.to_seq, b.seats::int, 1,
      r.expires_at, false
    from rescue_asks a join rescues r on r.booking_id = a.booking_id and r.status = 'asked'
      and r.expires_at > ${now}
    join bookings b on b.id = a.booking_id
    where a.driver_id = ${userId} and a.asked_at > ${addMs(now, -DAY_MS)} and a.agrees is null
      and ask_stands(a)
    union all
    select 'request', 'driver', b.trip_id, null, null, null, sum(b.seats)::int, count(*)::int,
      min(b.expires_at), false
    from bookings b
    where b.driver_id = ${userId} and b.picks_up_at > ${now} and b.status = 'requested'
      and b.expires_at > ${now}
    group by b.trip_id
    union all
    select 'no_show', 'passenger', b.trip_id, b.id, b.from_seq, b.to_seq, b.seats::int, 1,
      b.no_show_at + ${objectMs} * interval '1 millisecond', false
    from bookings b
    where b.passenger_id = ${userId} and b.picks_up_at > ${addMs(now, -CLAIMS_SINCE_MS)}
      and b.status = 'no_show' and b.closed_at is null and b.disputed_at is null
      and b.no_show_at > ${addMs(now, -objectMs)}
    union all
    (select 'trip', 'passenger', b.trip_id, b.id, b.from_seq, b.to_seq, b.seats::int, 1, null,
      b.status = 'requested'
    from bookings b left join journeys j on j.trip_id = b.trip_id
    where b.passenger_id = ${userId} and b.picks_up_at > ${addMs(now, -CLAIMS_SINCE_MS)}
      and b.disputed_at is null and ${isUnderWay(now)}
    order by ${turnOf(sql`b.picks_up_at`, sql`b.drops_off_at`, now)}, b.id limit 1)
    union all
    (select 'trip', 'driver', t.id, null, null, null,
      (select coalesce(sum(b.seats), 0)::int from bookings b
        where b.trip_id = t.id and b.status in ('confirmed', 'checked_in')), 1, null, false
    from trips t left join journeys j on j.trip_id = t.id
    where t.driver_id = ${userId} and t.departs_at > ${addMs(now, -CLAIMS_SINCE_MS)}
      and ${isDriven(now)}
    order by ${turnOf(sql`t.departs_at`, sql`t.arrives_at`, now)}, t.id limit 1)`
}

type Travelled = { passengerAt: Date | null; driverAt: Date | null }

/** Finds the latest pick-up as passenger and the latest departure as driver, past or future. */
export function findLastTravelled(reader: Reader, userId: string) {
  return run.row<Travelled>(reader, { passengerAt: null, driverAt: null })`
    select (select max(picks_up_at) from bookings where passenger_id = ${userId}) as "passengerAt",
      (select max(departs_at) from trips where driver_id = ${userId}) as "driverAt"`
}
