// Reads a booking in one statement with all data that decisions on it and answers about it need.
import { sql } from 'kysely'
import { FINISH_UNDO_MINUTES } from '#contract/press-rules.ts'
import {
  type PersonRow,
  presentPerson,
  type ShownPerson,
} from '#server/modules/people/users/index.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import { type Booking, type Facts, MOVED_FAR_MS } from './booking.ts'
import { bookingColumns } from './bookings.queries.ts'
import type { Cover } from './refund-policy.ts'

/** Table `f` with the facts of booking `b` for `factColumns`; `b` need not exist yet. */
export const factsOfRow = sql`
  lateral booking_facts(b.id, b.trip_id, b.passenger_id, b.from_seq, ${MOVED_FAR_MS}) as f`

export const factColumns = sql`
  f.driver_passed as "driverPassed", f.driver_arrived_at as "driverArrivedAt",
  f.scan_heard_at as "scanHeardAt", f.dispute_decided as "disputeDecided",
  f.earlier_returns as "earlierReturns", (
    select coalesce(j.finish_counts_at, j.finished_at) from journeys j where j.trip_id = b.trip_id
  ) as "finishCountsAt", coalesce((
    select a.at from journey_arrivals a
    where a.trip_id = b.trip_id and a.seq = b.to_seq and a.counts_at is null), (
    select j.finished_at from journeys j where j.trip_id = b.trip_id
      and coalesce(j.finish_counts_at, j.finished_at)
        <= j.finished_at + ${FINISH_UNDO_MINUTES}::int * interval '1 minute'
  )) as "arrivedAt", exists (
    select from journey_arrivals a
    where a.trip_id = b.trip_id and a.seq >= b.to_seq and a.counts_at is null
  ) as reached, coalesce((
    select j.delay_ms from journeys j where j.trip_id = b.trip_id
  ), 0) as "delayMs", (
    select min(x.paused_at) from trip_pauses x
    where x.trip_id = b.trip_id and x.ended_at is null and x.cause <> 'driver'
  ) as "tripPausedAt", b.status in ('cancelled_by_passenger', 'trip_cancelled') and exists (
    select from booking_events e where e.booking_id = b.id and e.event = b.status
      and whose_choice(e.details) in ('team', 'cupo')
  ) as "endedByCupo",
  b.status = 'cancelled_by_passenger' and (point_lost(b.id, ${MOVED_FAR_MS})
    or left_for_others(b.id) and b.moved_ms < ${MOVED_FAR_MS} and not b.meeting_moved
  ) as "leftForOthers", (
    select case e.details ->> 'rule' when 'driver_late' then 'driver_late'
      when 'connection_broken' then
        case when e.details ->> 'changeMinutes' is null then 'other_car' else 'moved_hours' end end
    from booking_events e
    where b.status = 'cancelled_by_passenger' and e.booking_id = b.id and e.event = b.status
    limit 1
  ) as "leftBecause", (
    select json_build_object('id', o.id, 'status', o.status,
      'picksUpMs', extract(epoch from o.picks_up_at) * 1000,
      'dropsOffMs', extract(epoch from o.drops_off_at) * 1000,
      'toName', (
        select p.name from trips t join corridors c on c.id = t.corridor_id
        join places p on p.id = c.place_ids[o.to_seq + 1] where t.id = o.trip_id),
      'boarded', o.aboard_said_at is not null
        or coalesce(o.checked_in_by not in ('auto', 'dispute'), false),
      'arrivedMs', (
        select extract(epoch from a.at) * 1000 from journey_arrivals a
        where a.trip_id = o.trip_id and a.seq = o.to_seq and a.counts_at is null),
      'doubtful', exists (
        select from journey_arrivals a
        where a.trip_id = o.trip_id and a.seq = o.to_seq and a.counts_at is not null),
      'delayMs', (select j.delay_ms from journeys j where j.trip_id = o.trip_id),
      'passed', exists (
        select from journey_arrivals a
        where a.trip_id = o.trip_id and a.seq > o.to_seq and a.counts_at is null),
      'inReview', o.status = 'confirmed' and o.disputed_at is not null,
      'driverPassed', g.driver_passed,
      'driverArrivedMs', extract(epoch from g.driver_arrived_at) * 1000,
      'free', o.moved_ms >= ${MOVED_FAR_MS} or o.meeting_moved or exists (
        select from trip_pauses x
        where x.trip_id = o.trip_id and x.ended_at is null and x.cause <> 'driver')
        or o.status = 'confirmed' and exists (
          select from crossing_of(o.passenger_id, o.trip_id, o.picks_up_at, o.drops_off_at)))
    from bookings o, lateral booking_facts(
      o.id, o.trip_id, o.passenger_id, o.from_seq, ${MOVED_FAR_MS}) as g
    where o.connection_id = b.connection_id and o.connection_part <> b.connection_part
    order by o.created_at desc limit 1
  ) as other`

/** The fact of a written booking that `facts_of_calls` has of a new one. */
const crosses = sql`
  b.status in ('requested', 'confirmed') and exists (
    select from crossing_of(b.passenger_id, b.trip_id, b.picks_up_at, b.drops_off_at)) as crosses`

/** Reads the facts of several bookings for decisions, while the bookings are locked. */
export async function findFactsOf(db: Reader, bookingIds: readonly string[]) {
  const rows = await run.rows<Facts & { id: string }>(db)`
    select b.id, ${factColumns}, ${crosses}
    from bookings b, ${factsOfRow} where b.id = any(${bookingIds})`
  return new Map<string, Facts>(rows.map(({ id, ...facts }) => [id, facts]))
}

/** People, vehicle and facts that an answer about the booking shows. */
export type ViewData = {
  people: Map<string, ShownPerson>
  vehicle: { brand: string; model: string; color: string; plate: string }
  facts: Facts
}

export type ViewRow = { passenger: PersonRow; driver: PersonRow } & ViewData['vehicle'] & Facts

/** Columns of passenger `p`, driver `d` and vehicle `v`, without the facts (`factColumns`). */
export const viewColumns = sql`
  v.brand, v.model, v.color, v.plate,
  json_build_array(p.id, p.first_name, p.last_name, p.username, p.identity_verified_at,
    p.photo_version) as passenger,
  json_build_array(d.id, d.first_name, d.last_name, d.username, d.identity_verified_at,
    d.photo_version) as driver`

export function viewOf(row: ViewRow): ViewData {
  const people = new Map([row.passenger, row.driver].map((each) => presentPerson(each)))
  return { people, vehicle: row, facts: row }
}

export type BookingSnapshot = {
  booking: Booking
  trip: { status: string; revision: number }
  view: ViewData
  /** Booking, facts and trip status as text, which `cancel_bookings` compares. */
  fingerprint: string
}

type SnapshotRow = Booking &
  ViewRow & { no: number; fingerprint: string; tripStatus: string; tripRevision: number }

const snapshotColumns = sql`
  ${bookingColumns}, ${viewColumns}, ${factColumns}, ${crosses}, t.status as "tripStatus",
  t.revision as "tripRevision", concat_ws('|', b, f, t.status) as fingerprint`

const snapshotTables = sql`
  bookings b
  join trips t on t.id = b.trip_id
  join users p on p.id = b.passenger_id
  join users d on d.id = b.driver_id
  join vehicles v on v.id = t.vehicle_id, ${factsOfRow}`

/** Returns the snapshots in the order of the request; undefined for a booking not found. */
function inOrder(rows: SnapshotRow[], count: number) {
  const found = Array.from<BookingSnapshot | undefined>({ length: count })
  for (const { no, fingerprint, tripStatus: status, tripRevision: revision, ...row } of rows) {
    found[no - 1] = { booking: row, trip: { status, revision }, view: viewOf(row), fingerprint }
  }
  return found
}

/** Reads one snapshot per id; undefined for an unknown id. */
export async function listSnapshots(db: Reader, ids: readonly string[]) {
  const rows = await run.rows<SnapshotRow>(db)`
    select ${snapshotColumns}, asked.no::int
    from unnest(${ids}::uuid[]) with ordinality as asked (id, no), ${snapshotTables}
    where b.id = asked.id`
  return inOrder(rows, ids.length)
}

export async function findSnapshot(db: Reader, id: string): Promise<BookingSnapshot | undefined> {
  return (await listSnapshots(db, [id]))[0]
}

/** Reads bookings by trip and ticket code. */
export async function listSnapshotsByCode(
  db: Reader,
  codes: readonly { tripId: string; code: string }[],
) {
  const rows = await run.rows<SnapshotRow>(db)`
    select ${snapshotColumns}, asked.no::int
    from unnest(${codes.map(({ tripId }) => tripId)}::uuid[],
        ${codes.map(({ code }) => code)}::text[]) with ordinality as asked (trip_id, code, no),
      ${snapshotTables}
    where b.trip_id = asked.trip_id and b.code = asked.code`
  return inOrder(rows, codes.length)
}

/**
 * Covers of the guarantee fund in the fares of these bookings, in pesos: the cover, what went back
 * of it, and the fares that it helped to pay, `first` and now (`fund_return_cover`).
 */
export function listCovers(db: Reader, bookingIds: readonly string[]) {
  return run.rows<Cover & { id: string }>(db)`
    select b.id, r.cover_pesos::int as cover, fund_returned(r)::int as returned,
      f.first::int, f.kept::int, coalesce((
        select sum(coalesce(x.charged_pesos, x.fare_pesos)) from bookings n
        join bookings x on x.trip_id = n.trip_id and coalesce(x.part_of, x.id) = n.id
        where n.id = any (r.new_booking_ids) and x.id < b.id), 0)::int as before
    from bookings b
    join rescues r on r.new_booking_ids @> array[coalesce(b.part_of, b.id)]
    cross join lateral fund_fares(r.new_booking_ids) as f
    where b.id = any (${bookingIds}) and r.cover_pesos > 0`
}

/** A person's bookings with a cover of the fund that ended with a refund at one instant. */
export function listCoveredEnds(
  db: Reader,
  { passengerId, closedAt }: { passengerId: string; closedAt: Date },
) {
  return run.rows<{ id: string; refundedPesos: number }>(db)`
    select b.id, coalesce(b.refunded_pesos, 0) as "refundedPesos" from bookings b
    where b.passenger_id = ${passengerId} and b.closed_at = ${closedAt} and b.refunded_pesos > 0
      and exists (select from rescues r
        where r.new_booking_ids @> array[coalesce(b.part_of, b.id)] and r.cover_pesos > 0)
    order by b.picks_up_at, b.id`
}

/** Of these bookings, those that replace a seat of a driver who failed and have not boarded. */
export function listRescued(db: Reader, bookingIds: readonly string[]) {
  return run.values<{ id: string }>(db)`
    select b.id from bookings b where b.id = any (${bookingIds}) and b.status = 'confirmed'
      and exists (select from rescues r where r.new_booking_ids @> array[b.id])`
}
