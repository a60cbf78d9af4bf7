import { type RawBuilder, sql } from 'kysely'
import type { BookingStatus } from '#contract/booking-view.ts'
import type { CallGuard } from '#server/platform/call-guard.ts'
import { columnOf } from '#server/platform/db/columns.ts'
import { type Reader, run, startAgain, type Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/module-data.ts'
import type { Part } from '#server/platform/paging.ts'
import { type Booking, type BookingEvent, MOVED_FAR_MS, type Whose } from './booking.ts'
import { isUnderWay } from './under-way.queries.ts'

/** The columns of `Booking` from the row called `b`. */
export const bookingColumns = sql`
  b.id, b.trip_id as "tripId", b.passenger_id as "passengerId", b.driver_id as "driverId",
  b.from_seq as "fromSeq", b.to_seq as "toSeq", b.from_point_id as "fromPointId",
  b.to_point_id as "toPointId", b.seats, b.fare_pesos as "farePesos",
  b.commission_bp as "commissionBp", b.payment_mode as "paymentMode", b.status,
  b.hold_id as "holdId", b.code, b.generation, b.picks_up_at as "picksUpAt",
  b.drops_off_at as "dropsOffAt", b.created_at as "createdAt", b.expires_at as "expiresAt",
  b.confirmed_at as "confirmedAt", b.aboard_said_at as "aboardSaidAt",
  b.checked_in_at as "checkedInAt",
  b.checked_in_by as "checkedInBy", b.no_show_at as "noShowAt",
  b.disputed_at as "disputedAt", b.denied_at as "deniedAt", b.closed_at as "closedAt",
  b.refunded_pesos as "refundedPesos", b.charged_pesos as "chargedPesos",
  b.agreed_pickup_at as "agreedPickupAt", b.moved_ms as "movedMs",
  b.trip_changed_at as "tripChangedAt", b.change_accepted_at as "changeAcceptedAt",
  b.meeting_moved as "meetingMoved", b.refund_ahead_ms as "refundAheadMs",
  b.part_of as "partOf", b.connection_id as "connectionId",
  b.connection_part as "connectionPart", b.connection_broken_at as "connectionBrokenAt",
  b.change_missed_at as "changeMissedAt", b.list_id as "listId",
  b.list_free_until as "listFreeUntil"`

type Noted = {
  event: string
  now: Date
  /** Null when a job made the change. */
  actorId: string | null
  details?: Record<string, string | number | null> | undefined
}

/** End of a statement whose CTE `b` is the changed booking: writes its event and returns it. */
export const noted = ({ event, now, actorId, details = {} }: Noted) => sql`
  noted as (
    insert into booking_events (id, booking_id, at, actor_id, event, details)
    select ${newId()}::uuid, id, ${now}::timestamptz, ${actorId}::uuid, ${event},
      ${JSON.stringify(details)}::jsonb
    from b
  )
  select ${bookingColumns} from b`

type StatusChange = Omit<Noted, 'event'> &
  Partial<
    Pick<Booking, 'holdId' | 'confirmedAt' | 'noShowAt' | 'closedAt' | 'connectionBrokenAt'>
  > &
  Partial<Pick<Booking, 'refundedPesos' | 'chargedPesos'>> & { to: BookingStatus }

/** Changes the status of a booking that the caller has locked, and writes an event. */
export async function changeStatus(
  tx: Tx,
  { id, status }: Pick<Booking, 'id' | 'status'>,
  c: StatusChange,
): Promise<Booking> {
  const changed = await run.row<Booking>(tx)`
    with b as (
      update bookings set status = ${c.to},
        hold_id = coalesce(${c.holdId ?? null}::uuid, hold_id),
        confirmed_at = coalesce(${c.confirmedAt ?? null}::timestamptz, confirmed_at),
        no_show_at = coalesce(${c.noShowAt ?? null}::timestamptz, no_show_at),
        closed_at = coalesce(${c.closedAt ?? null}::timestamptz, closed_at),
        connection_broken_at =
          coalesce(connection_broken_at, ${c.connectionBrokenAt ?? null}::timestamptz),
        refunded_pesos = coalesce(${c.refundedPesos ?? null}::bigint, refunded_pesos),
        charged_pesos = coalesce(${c.chargedPesos ?? null}::bigint, charged_pesos)
      where id = ${id} and status = ${status}
      returning *
    ), ${noted({ ...c, event: c.to })}`
  assert(changed, `booking ${id} was not locked`)
  return changed
}

export function findBooking(db: Reader, id: string) {
  return run.row<Booking>(db)`
    select ${bookingColumns} from bookings b where b.id = ${id}`
}

/** Reads one event of a booking by its id. */
export function findEvent(db: Reader, id: string) {
  return run.row<BookingEvent & { bookingId: string; whose: Whose | null }>(db)`
    select id, booking_id as "bookingId", event, actor_id as "actorId", details,
      whose_choice(details) as whose
    from booking_events where id = ${id}`
}

/** Number and latest time of the events of a booking: each change of it writes one. */
export function countEvents(db: Reader, bookingIds: readonly string[]) {
  return run.by<{ id: string; count: number; lastAt: Date }>(db, 'id')`
    select booking_id as id, count(*)::int as count, max(at) as "lastAt"
    from booking_events where booking_id = any(${[...bookingIds]}::uuid[]) group by booking_id`
}

export function listBookingRows(db: Reader, ids: readonly string[]) {
  return run.rows<Booking>(db)`
    select ${bookingColumns} from bookings b where b.id = any(${ids})`
}

/** Lists both bookings of a trip with one change, the first part first. */
export function listConnection(db: Reader, connectionId: string) {
  return run.rows<Booking>(db)`
    select ${bookingColumns} from (
      select distinct on (connection_part) * from bookings where connection_id = ${connectionId}
      order by connection_part, created_at desc
    ) as b order by b.connection_part`
}

/** Sets or clears that the passenger missed the change. The caller has locked the row. */
export function updateMissed(
  tx: Tx,
  change: Pick<Booking, 'id' | 'changeMissedAt' | 'connectionBrokenAt'> & Noted,
) {
  return run.row<Booking>(tx)`
    with b as (
      update bookings set change_missed_at = ${change.changeMissedAt}::timestamptz,
        connection_broken_at = ${change.connectionBrokenAt}::timestamptz
      where id = ${change.id} returning *
    ), ${noted(change)}`
}

/** Reads the booking and locks its row until the transaction ends. */
export function lockBooking(tx: Tx, id: string) {
  return run.row<Booking>(tx)`
    select ${bookingColumns} from bookings b where b.id = ${id} for no key update`
}

/** Keeps a started journey from ending until this transaction ends. */
export async function holdJourney(tx: Tx, tripId: string) {
  await sql`select from journeys where trip_id = ${tripId} for share`.execute(tx)
}

const LISTED_PER_TRIP = 500

/**
 * Lists the bookings of a trip in order of pick-up, at most 500. Standing and completed ones come
 * first, so that repeated bookings and cancellations push no passenger off the list.
 */
export function listTripBookings(db: Reader, tripId: string) {
  return run.rows<Booking>(db)`
    select ${bookingColumns} from (
      select * from bookings where trip_id = ${tripId}
      order by status in ('requested', 'confirmed', 'checked_in', 'completed') desc,
        created_at desc
      limit ${LISTED_PER_TRIP}
    ) as b
    order by b.from_seq, b.created_at, b.id`
}

/** Lists the bookings of who has a seat in these trips now, in order of pick-up. */
export function listSeated(reader: Reader, tripIds: readonly string[]) {
  return run.rows<Booking>(reader)`
    select ${bookingColumns} from bookings b
    where b.trip_id = any(${[...tripIds]}::uuid[]) and b.status in ('confirmed', 'checked_in')
    order by b.from_seq, b.created_at, b.id`
}

export type PassengerScope = { passengerId: string; scope: 'upcoming' | 'past' | 'all'; now: Date }

/** A passenger's bookings `b`. */
function scoped({ passengerId, scope, now }: PassengerScope): RawBuilder<unknown> {
  const mine = sql`
    bookings b left join journeys j on j.trip_id = b.trip_id where b.passenger_id = ${passengerId}`
  if (scope === 'all') return mine
  const upcoming = isUnderWay(now)
  return scope === 'upcoming' ? sql`${mine} and ${upcoming}` : sql`${mine} and not ${upcoming}`
}

/** Lists a passenger's bookings: upcoming ones by departure, others the latest first. */
export function listPassengerBookings(db: Reader, input: PassengerScope & Part) {
  const order =
    input.scope === 'upcoming' ? sql`b.picks_up_at, b.id` : sql`b.picks_up_at desc, b.id desc`
  return run.rows<Booking>(db)`
    select ${bookingColumns} from ${scoped(input)}
    order by ${order} limit ${input.limit} offset ${input.offset}`
}

export function countPassengerBookings(db: Reader, input: PassengerScope) {
  return run.value<{ found: number }>(db, 0)`
    select count(*) as found from ${scoped(input)}`
}

/** Locks the standing bookings of the trip, including checked-in ones. */
export function lockTripBookings(tx: Tx, tripId: string) {
  return run.rows<Booking>(tx)`
    select ${bookingColumns} from bookings b
    where b.trip_id = ${tripId} and b.status in ('requested', 'confirmed', 'checked_in')
    order by b.id for no key update`
}

/**
 * Locks the standing bookings as `lockTripBookings` does, for a caller that has locked the trip's
 * seats and must see bookings added just before. The lock order is bookings before seats, so this
 * call must not wait (NOWAIT): a locked row restarts the transaction.
 */
export async function lockLateBookings(tx: Tx, tripId: string): Promise<Booking[]> {
  const standing = sql`
    b.trip_id = ${tripId} and b.status in ('requested', 'confirmed', 'checked_in')`
  const locked = await run.rows<Booking>(tx)`
    select ${bookingColumns} from bookings b where ${standing} order by b.id
    for no key update skip locked`
  const found = await run.value<{ found: number }>(tx, 0)`
    select count(*) as found from bookings b where ${standing}`
  if (locked.length < found) startAgain('a new booking of the trip is in use')
  return locked
}

/** True when booking `r` was cancelled by choice, as a whole. */
const returned = sql`r.part_of is null and left_by_choice(r, ${MOVED_FAR_MS})`

/** Counts a person's open `directo` bookings and the returns of seats of the trip. */
export function countOwn(db: Reader, of: Pick<Booking, 'passengerId' | 'tripId'>) {
  return run.row<{ directOpen: number; returned: number }>(db, { directOpen: 0, returned: 0 })`
    select count(*) filter (where r.payment_mode = 'directo'
        and r.status in ('requested', 'confirmed'))::int as "directOpen",
      count(*) filter (where r.trip_id = ${of.tripId} and ${returned})::int as returned
    from bookings r where r.passenger_id = ${of.passengerId}`
}

/** A person's bookings that have not ended, or whose time to object is not over. */
export function listBookingsBeforeClosing(reader: Reader, { userId, since }: ClosingAsked) {
  return run.rows<OpenRow>(reader)`
    select 'booking' as kind, b.id, b.picks_up_at as at from bookings b
    where ${userId} in (b.passenger_id, b.driver_id)
      and (b.status in ('requested', 'confirmed') or b.closed_at is null
        and b.status in ('checked_in', 'no_show') and b.picks_up_at > ${since})
    order by at, b.id limit 50`
}

/** Columns of the caller in the types of the calls. */
export function guardColumns(guard: CallGuard | undefined) {
  return {
    session: guard?.sessionId,
    limit_key: guard?.limit?.key,
    limit_max: guard?.limit?.max,
    limit_seconds: guard?.limit?.windowSeconds,
  }
}

/** The row with names of columns as keys, for a call that takes JSON. */
export function keyedByColumn(row: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [columnOf(key), value]))
}
