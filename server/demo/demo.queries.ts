// Writes many rows in one statement, to keep the first start short; seed-demo checks the rules.
import { type Insertable, sql } from 'kysely'
import type { BookingStatus } from '#contract/booking-view.ts'
import type { DB } from '#server/platform/db/schema.generated.ts'
import { type Db, run, type Tx } from '#server/platform/db/tx.ts'

type Row<Table extends keyof DB> = Insertable<DB[Table]>

export type PaperRow = Pick<
  Row<'documents'>,
  | 'id'
  | 'owner_id'
  | 'vehicle_id'
  | 'kind'
  | 'expires_on'
  | 'birth_date'
  | 'policy'
  | 'storage_key'
  | 'created_at'
  | 'reviewed_by'
  | 'reviewed_at'
  | 'file_deleted_at'
> & { sha256: string }

/** Inserts approved documents whose photos are deleted. */
export async function insertPapers(tx: Tx, papers: readonly PaperRow[]): Promise<void> {
  await sql`
    insert into documents (id, owner_id, vehicle_id, kind, status, expires_on, birth_date, policy,
      storage_key, content_type, sha256, created_at, reviewed_by, reviewed_at, file_deleted_at)
    select id, owner_id, vehicle_id, kind, 'approved', expires_on, birth_date, policy, storage_key,
      'image/webp', sha256, created_at, reviewed_by, reviewed_at, file_deleted_at
    from jsonb_populate_recordset(null::documents, ${JSON.stringify(papers)}::jsonb)
    on conflict (id) do nothing`.execute(tx)
}

export type TripRow = Row<'trips'>

/** Inserts trips with their seats; `taken` seats are sold for the whole route. */
export async function insertTrips(
  tx: Tx,
  trips: readonly { row: TripRow; legs: number; taken: number }[],
): Promise<void> {
  await sql`
    insert into trips (id, driver_id, vehicle_id, corridor_id, status, departs_at, arrives_at,
      seats, seat_price, declared_seqs, price_cumulative, payment_modes, instant,
      road_stops, preferences, notes, quote, created_at, completed_at)
    select id, driver_id, vehicle_id, corridor_id, status, departs_at, arrives_at,
      seats, seat_price, declared_seqs, price_cumulative, payment_modes, instant,
      road_stops, preferences, notes, quote, created_at, completed_at
    from jsonb_populate_recordset(null::trips,
      ${JSON.stringify(trips.map(({ row }) => row))}::jsonb)`.execute(tx)
  const of = <T>(column: (trip: (typeof trips)[number]) => T) => trips.map(column)
  await sql`
    insert into trip_seats (trip_id, seats_left, capacity, open)
    select id, array_fill((seats - taken)::smallint, array[legs]), seats, open
    from unnest(${of(({ row }) => row.id)}::uuid[], ${of(({ row }) => row.seats)}::smallint[],
      ${of(({ taken }) => taken)}::int[], ${of(({ legs }) => legs)}::int[],
      ${of(({ row }) => row.status === 'published')}::boolean[])
      as t (id, seats, taken, legs, open)`.execute(tx)
}

export type Rides = {
  bookings: Row<'bookings'>[]
  events: Row<'booking_events'>[]
  ratings: Row<'ratings'>[]
  ratingEvents: Row<'rating_events'>[]
}

/**
 * Inserts past bookings, still confirmed, with their events and the ratings of both sides.
 * `completeRides` completes them, after their commissions were held.
 */
export async function insertRides(tx: Tx, rides: Rides): Promise<void> {
  if (rides.bookings.length === 0) return
  const open = rides.bookings.map((ride) => ({ ...ride, closed_at: null }))
  await tx.insertInto('bookings').values(open).execute()
  await tx.insertInto('booking_events').values(rides.events).execute()
  // A trigger queued messages about these past events, which must not be sent now.
  await sql`
    delete from jobs where id = any(${rides.events.map(({ id }) => id)}::uuid[])`.execute(tx)
  if (rides.ratings.length === 0) return
  await tx.insertInto('ratings').values(rides.ratings).execute()
  await tx.insertInto('rating_events').values(rides.ratingEvents).execute()
}

/** Completes past bookings at the time of their `closed_at`, as nobody registered them. */
export async function completeRides(tx: Tx, rides: Rides['bookings']): Promise<void> {
  const ids = rides.map(({ id }) => id)
  const ends = rides.map(({ closed_at }) => new Date(closed_at ?? 0))
  await sql`
    update bookings b set status = 'completed', checked_in_at = e.at, checked_in_by = 'auto',
      closed_at = e.at
    from unnest(${ids}::uuid[], ${ends}::timestamptz[]) as e (id, at)
    where b.id = e.id`.execute(tx)
}

/** `open`: the trip or ride has not ended. */
export type Busy = { tripId: string | null; userId: string; from: Date; until: Date; open: boolean }

/** Lists when these people drive or ride, for trips that depart in the window, cancelled or not. */
export function listBusyTimes(
  db: Db | Tx,
  asked: { userIds: readonly string[]; from: Date; until: Date },
): Promise<Busy[]> {
  return run.rows<Busy>(db)`
    select id as "tripId", driver_id as "userId", departs_at as "from", arrives_at as "until",
      status in ('published', 'in_progress') as open
    from trips
    where driver_id = any(${[...asked.userIds]}::uuid[]) and departs_at >= ${asked.from}
      and departs_at < ${asked.until}
    union all
    select null, passenger_id, picks_up_at, drops_off_at, true from bookings
    where passenger_id = any(${[...asked.userIds]}::uuid[]) and picks_up_at >= ${asked.from}
      and picks_up_at < ${asked.until} and status in ('requested', 'confirmed', 'checked_in')
    `
}

export type KnownDriver = { emailKey: string; userId: string; vehicleId: string }

/** Lists the oldest car of each of these accounts. */
export function listKnownDrivers(db: Db, emailKeys: readonly string[]): Promise<KnownDriver[]> {
  return run.rows<KnownDriver>(db)`
    select distinct on (u.id) u.email_key as "emailKey", u.id as "userId", v.id as "vehicleId"
    from users u join vehicles v on v.owner_id = u.id
    where u.email_key = any(${[...emailKeys]}) and u.email_confirmed_at is not null
    order by u.id, v.created_at, v.id`
}

/** Whether a start has begun to write cases, of which a withdrawal is the first. */
export async function hasDemoCases(db: Db): Promise<boolean> {
  const { rows } = await sql`select id from withdrawals limit 1`.execute(db)
  return rows.length > 0
}

/** Writes that the team was told of open cases: no alarm rings (docs/decisions/0052). */
export async function markAlarmed(tx: Tx, { by, now }: { by: string; now: Date }): Promise<void> {
  await sql`
    update duty_alarms set answered_by = ${by}, answered_at = ${now}
    where answered_at is null`.execute(tx)
  await sql`
    update incidents set overdue_at = due_at where taken_at is null and closed_at is null
  `.execute(tx)
  await sql`update support_tickets set overdue_at = due_at where status = 'open'`.execute(tx)
  await sql`update conduct_cases set alarmed_at = ${now} where decided_at is null`.execute(tx)
}

/** Deletes due jobs of events before an instant: their messages would have been sent then. */
export async function dropPastJobs(db: Db, { before, now }: { before: Date; now: Date }) {
  await sql`
    delete from jobs
    where created_at < ${before} and run_at <= ${now} and dead_at is null`.execute(db)
}

/** Gives up the jobs of a name that were queued at an instant, as the worker does. */
export async function giveUpJobs(
  db: Db | Tx,
  given: { name: string; queuedAt: Date; error: string; deadAt: Date; attempts: number },
): Promise<void> {
  await sql`
    update jobs set attempts = ${given.attempts}, last_error = ${given.error},
      dead_at = ${given.deadAt}
    where name = ${given.name} and created_at = ${given.queuedAt}`.execute(db)
}

/** Finds the rating of a booking by the role of the rated person. */
export function findRatingOf(
  db: Db,
  { bookingId, ratedAs }: { bookingId: string; ratedAs: 'driver' | 'passenger' },
): Promise<string | undefined> {
  return run.value<{ id: string }>(db)`
    select id from ratings where booking_id = ${bookingId} and rated_as = ${ratedAs}`
}

/** Lists finished rides, the newest first, with a comment of the passenger or without. */
export function listPastRides(db: Db, limit: number): Promise<PastRide[]> {
  return run.rows<PastRide>(db)`
    select b.id, b.trip_id as "tripId", b.passenger_id as "passengerId",
      b.driver_id as "driverId", b.picks_up_at as "picksUpAt", b.drops_off_at as "dropsOffAt",
      r.id as "ratingId", r.comment
    from bookings b left join ratings r on r.booking_id = b.id and r.rated_as = 'driver'
    where b.status = 'completed' order by b.drops_off_at desc, b.id limit ${limit}`
}

export type PastRide = {
  id: string
  tripId: string
  passengerId: string
  driverId: string
  picksUpAt: Date
  dropsOffAt: Date
  /** Rating of the driver by the passenger. */
  ratingId: string | null
  comment: string | null
}

/** Finds the open payment case about a transaction. */
export function findOpenCase(db: Db, transactionId: string): Promise<string | undefined> {
  return run.value<{ id: string }>(db)`
    select id from payment_cases
    where transaction_id = ${transactionId} and closed_at is null`
}

/**
 * Lists trips on sale from an instant on, by departure: of one driver, or on request or at once.
 * `neverFailed`: only of drivers who never cancelled a trip of this passenger.
 */
export function listNextTrips(
  db: Db,
  asked: {
    from: Date
    until: Date
    driverId?: string
    instant?: boolean
    neverFailed?: string
    limit: number
  },
): Promise<string[]> {
  const { from, until, driverId = null, instant = false, neverFailed = null, limit } = asked
  return run.values<{ id: string }>(db)`
    select id from trips
    where status = 'published' and departs_at > ${from} and departs_at < ${until}
      and case when ${driverId}::uuid is null then instant = ${instant}
        else driver_id = ${driverId} end
      and not exists (select from bookings b where b.driver_id = trips.driver_id
        and b.passenger_id = ${neverFailed}::uuid and b.status = 'trip_cancelled')
    order by departs_at, id limit ${limit}`
}

/** Counts the bookings of a passenger with a pick-up ahead, by their status. */
export function countAhead(
  db: Db,
  asked: { passengerId: string; status: BookingStatus; from: Date },
): Promise<number> {
  return run.value<{ bookings: number }>(db, 0)`
    select count(*)::int as bookings from bookings
    where passenger_id = ${asked.passengerId} and status = ${asked.status}
      and picks_up_at > ${asked.from}`
}

/** Whether another car is sought or kept now for a passenger whose trip was cancelled. */
export function isCarSought(
  db: Db,
  { passengerId, now }: { passengerId: string; now: Date },
): Promise<boolean> {
  return run.value<{ sought: boolean }>(db, false)`
    select exists (
      select from bookings b left join rescues r on r.booking_id = b.id
      where b.passenger_id = ${passengerId} and b.status = 'trip_cancelled'
        and b.picks_up_at > ${now}
        and (r.booking_id is null or r.closed_at is null and r.expires_at > ${now})) as sought`
}
