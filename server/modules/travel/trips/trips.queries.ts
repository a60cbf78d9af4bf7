import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import type { BookingStatus } from '#contract/booking-view.ts'
import { Preferences, type ShownTerms, type TripPause, TripTerms } from '#contract/trips.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { columnsOf } from '#server/platform/db/columns.ts'
import type { DB } from '#server/platform/db/schema.generated.ts'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import type { ClosingAsked, OpenRow } from '#server/platform/module-data.ts'
import type { TripFacts } from './trip.ts'
import type { Drive, KnownDrive } from './trip-chain.ts'
import { ENDS_AFTER_MS, type TripSigns } from './trip-state.ts'

/** Ignores keys that it does not know: a newer release beside this one may have stored them. */
const StoredPreferences = z.object(Preferences.shape)

type FactsRow = Omit<TripFacts, 'places'> & { corridorId: string }

function withPlaces({ corridorId: _, ...trip }: FactsRow, corridor: CorridorRow): TripFacts {
  const places = corridor.places.map(({ id, ...place }, seq) => ({
    seq,
    placeId: id,
    ...place,
    at: addMs(trip.departsAt, (corridor.minutes[seq] ?? 0) * MINUTE_MS),
    km: corridor.kms[seq] ?? 0,
  }))
  return { ...trip, preferences: StoredPreferences.parse(trip.preferences), places }
}

type CorridorRow = {
  id: string
  kms: number[]
  minutes: number[]
  places: { id: string; name: string; department: string; lat: number; lng: number }[]
}

/** As for the road network, a place's new name is seen within a minute. */
const KEPT_MS = 60_000
const KEPT_MAX = 1_000
const kept = new Map<string, { readAt: number; corridor: CorridorRow }>()

/**
 * Reads the data that all trips of a corridor share. Only the names of its places can change, and
 * every booking needs the data twice, so it is cached for a minute by the process's own clock.
 */
async function findCorridors(reader: Reader, ids: readonly string[]) {
  const now = performance.now()
  const known = ids.flatMap((id) => {
    const entry = kept.get(id)
    return entry && now - entry.readAt < KEPT_MS ? [entry.corridor] : []
  })
  const found = new Map(known.map((corridor) => [corridor.id, corridor]))
  const missing = ids.filter((id) => !found.has(id))
  if (missing.length === 0) return found
  const rows = await run.rows<CorridorRow>(reader)`
    select c.id, c.kms, c.minutes,
      (select json_agg(json_build_object('id', p.id, 'name', p.name, 'department', p.department,
          'lat', p.lat, 'lng', p.lng) order by passed.no)
        from unnest(c.place_ids) with ordinality as passed (place_id, no)
        join places p on p.id = passed.place_id) as places
    from corridors c where c.id = any (${missing}::uuid[])`
  if (kept.size + rows.length > KEPT_MAX) kept.clear()
  for (const corridor of rows) {
    kept.set(corridor.id, { readAt: now, corridor })
    found.set(corridor.id, corridor)
  }
  return found
}

const tripColumns = sql`
  trips.id, driver_id as "driverId", vehicle_id as "vehicleId", status, departs_at as "departsAt",
  j.started_at as "startedAt", j.finished_at as "finishedAt", coalesce(j.delay_ms, 0) as "delayMs",
  cancel_reason as "cancelReason",
  arrives_at as "arrivesAt", seats, seat_price as "seatPrice", declared_seqs as "declaredSeqs",
  price_cumulative as "priceCumulative", payment_modes as "paymentModes", instant,
  road_stops as "roadStops", extra_max as "extraMax",
  preferences, notes, revision, corridor_id as "corridorId",
  (select coalesce(json_agg(json_build_object('seq', p.seq, 'safePointId', p.safe_point_id)
    order by p.seq), '[]') from trip_stop_points p where p.trip_id = trips.id) as "stopPoints"`

const tripTables = sql`trips left join journeys j on j.trip_id = trips.id`

/** The driver's terms, whose columns are written by these keys; `tripColumns` reads them. */
export const termKeys = TripTerms.keyof().options

/** Returns the columns of the driver's terms, for an insert or an update. */
export const termsRow = (terms: ShownTerms) => columnsOf(terms, termKeys)

async function factsOf(reader: Reader, rows: FactsRow[]): Promise<Map<string, TripFacts>> {
  const corridors = await findCorridors(reader, [...new Set(rows.map((row) => row.corridorId))])
  return new Map(
    rows.map((row) => {
      const corridor = corridors.get(row.corridorId)
      assert(corridor, `trip ${row.id} without its corridor`)
      return [row.id, withPlaces(row, corridor)]
    }),
  )
}

/** Reads trips by id with the places they pass; unknown ids are missing in the result. */
export async function findTripsFacts(
  reader: Reader,
  tripIds: readonly string[],
): Promise<Map<string, TripFacts>> {
  if (tripIds.length === 0) return new Map()
  const rows = await run.rows<FactsRow>(reader)`
    select ${tripColumns} from ${tripTables}
    where trips.id = any (${[...tripIds]}::uuid[])`
  return await factsOf(reader, rows)
}

/** Reads one trip, by its own statement: one for any number of trips is planned every time. */
export async function findTripFacts(reader: Reader, tripId: string) {
  const row = await run.row<FactsRow>(reader)`
    select ${tripColumns} from ${tripTables} where trips.id = ${tripId}`
  return row && (await factsOf(reader, [row])).get(row.id)
}

/** Most cached trips: a process sells few at a time, and each takes some kilobytes. */
const KNOWN_MAX = 4_000
/** Cache time in ms, because names of places and notes can change without a new revision. */
const KNOWN_MS = 60_000

type Known = { readAt: number; facts: TripFacts }

const byDatabase = new WeakMap<Db, Map<string, Known>>()

/**
 * Returns a trip as last read, at most a minute ago. Use it where data can be that old, or where a
 * write names the revision and a stale one is followed by `findFreshTripFacts`.
 */
export async function findCachedTripFacts(db: Db, tripId: string): Promise<TripFacts | undefined> {
  const entry = byDatabase.get(db)?.get(tripId.toLowerCase())
  if (entry && performance.now() - entry.readAt < KNOWN_MS) return entry.facts
  return await findFreshTripFacts(db, tripId)
}

/** Reads the current trip and caches it for `findCachedTripFacts`. */
export async function findFreshTripFacts(db: Db, tripId: string): Promise<TripFacts | undefined> {
  const facts = await findTripFacts(db, tripId)
  const known = byDatabase.get(db) ?? new Map<string, Known>()
  byDatabase.set(db, known)
  if (known.size >= KNOWN_MAX) known.clear()
  if (facts) known.set(facts.id, { readAt: performance.now(), facts })
  else known.delete(tripId.toLowerCase())
  return facts
}

export async function insertTrip(tx: Tx, row: Insertable<DB['trips']>) {
  await tx.insertInto('trips').values(row).execute()
}

export async function insertStopPoints(tx: Tx, tripId: string, points: TripFacts['stopPoints']) {
  if (points.length === 0) return
  const rows = points.map(({ seq, safePointId }) => {
    return { trip_id: tripId, seq, safe_point_id: safePointId }
  })
  await tx.insertInto('trip_stop_points').values(rows).execute()
}

/** Serialises publications with one car, also when several people registered it. */
export async function lockPlate(tx: Tx, plate: string) {
  await sql`
    select id from vehicles where plate = ${plate} order by id for no key update`.execute(tx)
}

/** Longer than any trip in the country, in ms. */
const LONGEST_MS = 4 * DAY_MS

/** Lists drives of this driver or car that could touch the given drive, or are on its day. */
export function listDrives(
  tx: Tx,
  input: { driverId: string; plate: string; around: Drive; except?: string | undefined },
) {
  const since = addMs(input.around.departsAt, -LONGEST_MS)
  const until = addMs(input.around.arrivesAt, LONGEST_MS)
  return run.rows<KnownDrive>(tx)`
    with near as (
      select t.id, t.departs_at, t.arrives_at, t.driver_id, t.vehicle_id, t.corridor_id, t.status
      from trips t
      where t.driver_id = ${input.driverId} and t.departs_at between ${since} and ${until}
      union
      select t.id, t.departs_at, t.arrives_at, t.driver_id, t.vehicle_id, t.corridor_id, t.status
      from vehicles v join trips t on t.vehicle_id = v.id
      where v.plate = ${input.plate} and t.departs_at between ${since} and ${until}
    )
    select n.id as "tripId", a.name || ' → ' || b.name as route,
      n.departs_at as "departsAt", n.arrives_at as "arrivesAt",
      json_build_object('lat', a.lat, 'lng', a.lng) as "from",
      json_build_object('lat', b.lat, 'lng', b.lng) as "to",
      n.driver_id = ${input.driverId} as "sameDriver", v.plate = ${input.plate} as "samePlate",
      n.status = 'completed' as ended
    from near n
    join vehicles v on v.id = n.vehicle_id
    join corridors c on c.id = n.corridor_id
    join places a on a.id = c.place_ids[1]
    join places b on b.id = c.place_ids[cardinality(c.place_ids)]
    where n.status in ('published', 'in_progress', 'completed')
      and n.id is distinct from ${input.except ?? null}::uuid
    order by n.departs_at, n.id`
}

/** Lists ids of the trips that a driver published, the latest departure first. */
export function listTripIdsOf(reader: Reader, driverId: string) {
  return run.values<{ id: string }>(reader)`
    select id from trips where driver_id = ${driverId} order by departs_at desc, id limit 200
    `
}

/** What is read of a stored quote. */
const StoredQuote = z.object({ costCumulative: z.array(z.number()) })

/**
 * Seats and whole-car costs in pesos up to each place, as quoted for these trips, by trip id. A
 * trip is missing whose quote this release cannot read.
 */
export async function findTripCosts(reader: Reader, tripIds: readonly string[]) {
  const rows = await run.rows<{ id: string; seats: number; quote: unknown }>(reader)`
    select id, seats, quote
    from trips where id = any (${[...tripIds]}::uuid[])`
  return new Map(
    rows.flatMap(({ id, seats, quote }) => {
      const { data } = StoredQuote.safeParse(quote)
      return data ? [[id, { seats, cumulative: data.costCumulative }]] : []
    }),
  )
}

/** Returns who paused these trips, Cupo before the driver; trips on sale are missing. */
export async function findPauses(reader: Reader, tripIds: readonly string[]) {
  const rows = await run.rows<{ id: string; by: TripPause }>(reader)`
    select trip_id as id,
      case when bool_or(cause <> 'driver') then 'cupo' else 'driver' end as by
    from trip_pauses
    where trip_id = any (${[...tripIds]}::uuid[]) and ended_at is null
    group by trip_id`
  return new Map(rows.map(({ id, by }) => [id, by]))
}

export type TripTaken = { tripId: string; sold: number; pending: number }

/** Sums per trip the agreed seats, and counts the requests that wait for an answer. */
export function findSeatsTaken(reader: Reader, tripIds: readonly string[]) {
  return run.by<TripTaken>(reader, 'tripId')`
    select trip_id as "tripId",
      coalesce(sum(seats) filter (where status <> 'requested'), 0)::int as sold,
      (count(*) filter (where status = 'requested'))::int as pending
    from bookings
    where trip_id = any (${[...tripIds]}::uuid[])
      and status in ('requested', 'confirmed', 'checked_in', 'completed')
    group by trip_id`
}

/** Lists the statuses of a person's bookings on a trip. */
export function listBookingStatusesOf(
  reader: Reader,
  input: { tripId: string; passengerId: string },
) {
  return run.values<{ status: BookingStatus }>(reader)`
    select status from bookings
    where trip_id = ${input.tripId} and passenger_id = ${input.passengerId}`
}

/** Counts completed trips per driver; drivers without any are missing in the result. */
export async function countCompletedTrips(
  reader: Reader,
  driverIds: readonly string[],
): Promise<Map<string, number>> {
  if (driverIds.length === 0) return new Map()
  const rows = await run.rows<{ driver_id: string; trips: number }>(reader)`
    select driver_id, count(*) as trips from trips
    where driver_id = any (${[...driverIds]}::uuid[]) and status = 'completed'
    group by driver_id`
  return new Map(rows.map((row) => [row.driver_id, row.trips]))
}

const NO_SIGNS: TripSigns = { hasSeats: false, isBoarded: false, positionAt: null, saidAt: null }

/** Reads what others than the driver's presses tell about trips. */
export async function findTripSigns(reader: Reader, tripIds: readonly string[]) {
  const rows = await run.rows<TripSigns & { id: string }>(reader)`
    select t.id, seats.held as "hasSeats", seats.boarded as "isBoarded",
      (select max(p.at) from shared_positions p where p.trip_id = t.id) as "positionAt",
      (select max(w.answered_at) from arrival_words w where w.trip_id = t.id and w.arrived)
        as "saidAt"
    from trips t cross join lateral (
      select count(*) > 0 as held, coalesce(bool_or(b.status = 'checked_in'), false) as boarded
      from bookings b where b.trip_id = t.id and b.status in ('confirmed', 'checked_in')) as seats
    where t.id = any (${[...tripIds]}::uuid[])`
  const known = new Map<string, TripSigns>(rows.map(({ id, ...signs }) => [id, signs]))
  return (tripId: string) => known.get(tripId) ?? NO_SIGNS
}

export type ClosingTrip = {
  tripId: string
  driverId: string
  status: 'cancelled' | 'completed'
  reason?: string | undefined
  now: Date
}

/**
 * Ends an open trip of this driver and its sales. Returns false when the trip belongs to somebody
 * else, has ended already or, for a cancellation, has departed.
 */
export async function closeTrip(tx: Tx, closing: ClosingTrip): Promise<boolean> {
  const cancelled = closing.status === 'cancelled'
  const isClosed = await run.changedOne(tx)`
    update trips
    set status = ${closing.status}, cancel_reason = ${closing.reason ?? null},
      cancelled_at = case when ${cancelled} then ${closing.now}::timestamptz end,
      completed_at = case when ${cancelled} then null else ${closing.now}::timestamptz end
    where id = ${closing.tripId} and driver_id = ${closing.driverId}
      and status in ('published', 'in_progress')
      and (not ${cancelled} or departs_at > ${closing.now})`
  if (!isClosed) return false
  await sql`update trip_seats set open = false where trip_id = ${closing.tripId}`.execute(tx)
  return true
}

const COMPLETED_PER_ROUND = 500

/**
 * Completes trips that arrived at least 24 h ago, at most 500 per call, and returns their number.
 * Trips locked by another worker are skipped.
 */
export function completeTrips(tx: Tx, now: Date): Promise<number> {
  return run.changes(tx)`
    with due as (
      select id from trips
      where status in ('published', 'in_progress') and arrives_at <= ${addMs(now, -ENDS_AFTER_MS)}
      order by arrives_at limit ${COMPLETED_PER_ROUND} for update skip locked
    ), completed as (
      update trips set status = 'completed', completed_at = ${now}
      from due where trips.id = due.id returning trips.id
    )
    update trip_seats set open = false from completed where trip_id = completed.id`
}

/** A commitment of a person at a time: a booked seat, or a trip that they drive. */
export type Crossing = {
  kind: 'booking' | 'trip'
  /** Id of the booking or of the trip. */
  id: string
  tripId: string
  fromSeq: number
  /** Null for the end of the trip. */
  toSeq: number | null
  at: Date
}

/**
 * Finds the first booking or own trip that overlaps the time, except on the given trip. Locks the
 * person's row, so that of parallel calls for one person the second sees the writes of the first.
 */
export function findCrossing(
  tx: Tx,
  asked: { userId: string; tripId: string | null; from: Date; to: Date },
) {
  return run.row<Crossing>(tx)`
    select kind, id, trip_id as "tripId", from_seq as "fromSeq", to_seq as "toSeq", at
    from overlapping_booking(${asked.userId}::uuid, ${asked.tripId}::uuid,
      ${asked.from}::timestamptz, ${asked.to}::timestamptz)`
}

/** Returns why a person cannot book these seats of a trip; null when they can. */
export function findEligibilityRefusal(
  reader: Reader,
  asked: { userId: string; tripId: string; seats: number },
) {
  return run.value<{ why: 'women_only' | 'verified_only' | 'one_seat_each' | null }>(reader, null)`
    select kept_out(p, ${asked.tripId}, ${asked.seats}::integer) as why
    from users p where p.id = ${asked.userId}`
}

/** Whether all that a person lacks for a trip with a condition waits for a review. */
export function isConditionInReview(
  reader: Reader,
  { userId, needs }: { userId: string; needs: 'women_only' | 'verified_only' },
) {
  return run.value<{ inReview: boolean }>(reader, false)`
    select (${needs} = 'verified_only'
        or exists (select from women_declarations w where w.user_id = ${userId}))
      and count(distinct d.kind) = 2 as "inReview"
    from documents d where d.owner_id = ${userId} and d.status in ('pending', 'approved')
      and d.kind in ('identity_front', 'identity_back')`
}

/** Trips of a driver that have not ended. */
export function listTripsBeforeClosing(reader: Reader, { userId }: ClosingAsked) {
  return run.rows<OpenRow>(reader)`
    select 'trip' as kind, t.id, t.departs_at as at from trips t
    where t.driver_id = ${userId} and t.status in ('published', 'in_progress')
    order by at, t.id limit 50`
}
