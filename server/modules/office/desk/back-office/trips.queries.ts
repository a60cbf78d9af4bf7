import { sql } from 'kysely'
import type { DeskTrip } from '#contract/back-office-trips.ts'
import type { TripState } from '#contract/trips.ts'
import { type TripStatus, tripStateIn } from '#server/modules/travel/trips/index.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'
import type { PagePlace } from '#server/platform/page-place.ts'
import type { ListKeys } from './list-keys.ts'

// Read only: these tables belong to trips, verification and places (docs/decisions/0041).

export type TripRow = {
  id: string
  status: TripStatus
  departsAt: Date
  arrivesAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  delayMs: number
  driverId: string
  seats: number
  seatPrice: number
  plate: string
  from: string
  to: string
  sold: number
}

const listed = sql`
  select t.id, t.status, t.departs_at as "departsAt", t.arrives_at as "arrivesAt",
    j.started_at as "startedAt", j.finished_at as "finishedAt",
    coalesce(j.delay_ms, 0) as "delayMs", t.driver_id as "driverId",
    t.seats::int as seats, t.seat_price as "seatPrice", v.plate, p.name as "from",
    q.name as "to", (select coalesce(sum(b.seats), 0)::int from bookings b
      where b.trip_id = t.id and b.status in ('confirmed', 'checked_in', 'completed')) as sold
  from trips t left join journeys j on j.trip_id = t.id
  join vehicles v on v.id = t.vehicle_id
  join corridors c on c.id = t.corridor_id
  join places p on p.id = c.place_ids[1]
  join places q on q.id = c.place_ids[cardinality(c.place_ids)]`

export type TripFilter = {
  /** Keys of which a trip must have one; null without a search. */
  keys: ListKeys | null
  state: TripState | null
  now: Date
  driverId: string | null
  since: Date | null
  until: Date | null
  after: PagePlace | null
  limit: number
}

const hasKey = ({ id, digits, plate, personIds }: ListKeys) => sql`
  (t.id = ${id}::uuid or right(t.id::text, 8) = ${digits}::text
    or t.driver_id = any(${[...personIds]}::uuid[])
    or t.vehicle_id in (select x.id from vehicles x where x.plate = ${plate}::text))`

/** Lists a page of trips, the latest departure first. */
export function listTripRows(reader: Reader, asked: TripFilter) {
  const { keys, now, driverId, since, until, limit } = asked
  const { at, id } = asked.after ?? { at: null, id: null }
  return run.rows<TripRow>(reader)`
    ${listed}
    where ${keys ? hasKey(keys) : sql`true`}
      and (${asked.state}::text is null or ${tripStateIn(now)} = ${asked.state})
      and (${driverId}::uuid is null or t.driver_id = ${driverId})
      and (${since}::timestamptz is null or t.departs_at >= ${since})
      and (${until}::timestamptz is null or t.departs_at < ${until})
      and (${at}::timestamptz is null or (t.departs_at, t.id) < (${at}, ${id}::uuid))
    order by t.departs_at desc, t.id desc
    limit ${limit}`
}

/** A day after the planned arrival, as the board of the road: a late car is looked for. */
const isOver = ({ now }: { now: Date }) => sql`
  (t.arrives_at <= ${now}::timestamptz - interval '1 day'
    or t.status not in ('published', 'in_progress'))`

/** Lists the trips that have one of these keys: now and next, then past. */
export function listFoundTrips(
  reader: Reader,
  { keys, now, limit }: { keys: ListKeys; now: Date; limit: number },
) {
  return run.rows<TripRow>(reader)`
    ${listed}
    where ${hasKey(keys)}
    order by ${isOver({ now })}, case when not ${isOver({ now })} then t.departs_at end,
      t.departs_at desc, t.id desc
    limit ${limit}`
}

/** A day in Bogotá as instants, the end excluded. */
type Day = { from: Date; until: Date }

const departing = ({ from, until }: Day) => sql`
  t.departs_at >= ${from} and t.departs_at < ${until} and t.status not in ('draft', 'cancelled')`

type TodayCounts = { departures: number; ahead: number; finished: number; requests: number }

/** Counts the trips of a day, and unanswered requests. */
export async function countToday(
  reader: Reader,
  { now, day }: { now: Date; day: Day },
): Promise<TodayCounts> {
  const row = await run.row<TodayCounts>(reader)`
    select (select count(*)::int from trips t where ${departing(day)}) as departures,
      (select count(*)::int from trips t where ${departing(day)} and t.departs_at > ${now})
        as ahead,
      (select count(*)::int from trips t join journeys j on j.trip_id = t.id
        where t.departs_at >= ${day.from}::timestamptz - interval '2 days'
          and t.departs_at < ${day.until} and j.finished_at >= ${day.from}) as finished,
      (select count(*)::int from bookings b
        where b.status = 'requested' and b.expires_at > ${now}) as requests`
  assert(row, 'a row without a table')
  return row
}

/** Lists the trips, or those with passengers, that departed or were started and are not over. */
export function listRoadTrips(reader: Reader, { now, all }: { now: Date; all: boolean }) {
  return run.rows<TripRow>(reader)`
    ${listed} where t.status = 'published'
      and (t.departs_at <= ${now} or j.started_at is not null)
      and t.arrives_at > ${now}::timestamptz - interval '1 day' and j.finished_at is null
      and (${all} or exists (
        select from bookings b where b.trip_id = t.id and b.status in ('confirmed', 'checked_in')))
    order by t.departs_at, t.id`
}

export function countTrips(reader: Reader, driverId: string) {
  return run.value<{ total: number }>(reader, 0)`
    select count(*) as total from trips where driver_id = ${driverId}`
}

export type TripMoreRow = {
  createdAt: Date
  cancelledAt: Date | null
  cancelReason: string | null
  capacity: number | null
  left: number[] | null
}

/** Finds the facts of a trip that lists do not show, with its counter of seats by leg. */
export function findTripDetails(reader: Reader, id: string) {
  return run.row<TripMoreRow>(reader)`
    select t.created_at as "createdAt", t.cancelled_at as "cancelledAt",
      t.cancel_reason as "cancelReason", s.capacity::int as capacity, s.seats_left as left
    from trips t left join trip_seats s on s.trip_id = t.id
    where t.id = ${id}`
}

export type TripEventRow = RowOf<Omit<DeskTrip['events'][number], 'id' | 'by'>, 'at'> & {
  actorId: string | null
}

/** Maximum of shown events of one trip. */
const EVENTS_MAX = 500

/** Lists the events of a trip, its journey and its bookings, in order. */
export function listTripEvents(reader: Reader, tripId: string) {
  return run.rows<TripEventRow>(reader)`
    select at, event, booking_id as "bookingId", actor_id as "actorId" from (
      select t.created_at as at, 0 as step, t.id, 'trip_published' as event,
        null::uuid as booking_id, t.driver_id as actor_id
        from trips t where t.id = ${tripId}
      union all
      select e.at, 1, e.id, e.event, e.booking_id, e.actor_id
        from bookings b join booking_events e on e.booking_id = b.id
        where b.trip_id = ${tripId}
      union all
      select x.paused_at, 2, x.trip_id, 'trip_paused', null, null from trip_pauses x
        where x.trip_id = ${tripId}
      union all
      select j.started_at, 3, j.trip_id, 'journey_started', null, null from journeys j
        where j.trip_id = ${tripId}
      union all
      select j.finished_at, 4, j.trip_id, 'journey_finished', null, null from journeys j
        where j.trip_id = ${tripId} and j.finished_at is not null
      union all
      select t.cancelled_at, 5, t.id, 'trip_cancelled', null, null from trips t
        where t.id = ${tripId} and t.cancelled_at is not null
      union all
      select t.completed_at, 6, t.id, 'trip_completed', null, null from trips t
        where t.id = ${tripId} and t.completed_at is not null
    ) as happened
    order by at, step, id
    limit ${EVENTS_MAX}`
}
