import { sql } from 'kysely'
import { addMs } from '#server/platform/clock.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { KEEPS_WINDOW_MS, type SeatKeep, type Slot, TOP_UP_FRESH_MS } from './seat-keep.ts'

const columns = sql`
  k.id, k.trip_id as "tripId", k.passenger_id as "passengerId", k.from_seq as "fromSeq",
  k.to_seq as "toSeq", k.seats, k.revision, k.status, k.created_at as "createdAt",
  k.expires_at as "expiresAt", k.closed_at as "closedAt",
  coalesce(k.keep_group, k.id) as "group", k.part`

type Kept = { passengerId: string; now: Date; until: Date; rescueOf?: string | null }

/**
 * Inserts the keeps of one or two parts, of which the first is named `group`; a second open one of
 * a part violates `seat_keeps_one_open`, or `seat_keeps_one_rescue` for a failed booking.
 */
export async function insertKeeps(
  tx: Tx,
  group: string,
  { passengerId, now, until, rescueOf = null }: Kept,
  slots: readonly Slot[],
): Promise<SeatKeep[]> {
  const common = { passengerId, status: 'open' as const, createdAt: now, expiresAt: until }
  const keeps = slots.map(({ tripId, fromSeq, toSeq, seats, revision }, at) => ({
    ...{ id: at === 0 ? group : newId(), tripId, fromSeq, toSeq, seats, revision },
    ...{ ...common, closedAt: null, group, part: at + 1 },
  }))
  for (const k of keeps) {
    await sql`
      insert into seat_keeps (id, trip_id, passenger_id, from_seq, to_seq, seats, revision, status,
        created_at, expires_at, keep_group, part, rescue_of)
      values (${k.id}, ${k.tripId}, ${passengerId}, ${k.fromSeq}, ${k.toSeq}, ${k.seats},
        ${k.revision}, 'open', ${now}, ${until}, ${group}, ${k.part}, ${rescueOf})`.execute(tx)
  }
  return keeps
}

/** The keeps `k` that begin and end with the one named `id`. */
const groupOf = (id: string) => sql`
  seat_keeps named join seat_keeps k on k.passenger_id = named.passenger_id
    and coalesce(k.keep_group, k.id) = coalesce(named.keep_group, named.id)
  where named.id = ${id}`

/** Lists a keep, and the one of the other part; none of a rescue, which has its own calls. */
export function listKeeps(reader: Reader, id: string) {
  return run.rows<SeatKeep>(reader)`
    select ${columns} from ${groupOf(id)} and k.rescue_of is null order by k.part`
}

/** Whether seats are kept for a rescue, which alone books them. */
export function isKeptForRescue(reader: Reader, id: string) {
  return run.value<{ found: boolean }>(reader, false)`
    select rescue_of is not null as found from seat_keeps where id = ${id}`
}

/** Lists the parts with status open, which can have expired. */
export function listOpenKeeps(reader: Reader, passengerId: string) {
  return run.rows<SeatKeep>(reader)`
    select ${columns} from seat_keeps k
    where k.passenger_id = ${passengerId} and k.status = 'open' and k.rescue_of is null
    order by k.part`
}

/**
 * Lists and locks the open keeps for a rescue, with whether their trips are as kept, and whether
 * the person may still book them: one of the two may have blocked the other since.
 */
export function lockRescueKeeps(tx: Tx, rescueOf: string) {
  return run.rows<SeatKeep & { stands: boolean }>(tx)`
    with k as materialized (
      select * from seat_keeps where rescue_of = ${rescueOf} and status = 'open'
      order by id for no key update)
    select ${columns}, s.open and s.revision = k.revision
      and not (select apart from parties_apart(k.passenger_id, t.driver_id, t.id))
      and kept_out(u, t.id, k.seats) is null as stands
    from k join trip_seats s on s.trip_id = k.trip_id join trips t on t.id = k.trip_id
    join users u on u.id = k.passenger_id order by k.part`
}

/** Whether somebody keeps seats of the trip now. */
export function hasKeeps(reader: Reader, { tripId, now }: { tripId: string; now: Date }) {
  return run.value<{ kept: boolean }>(reader, false)`
    select exists (select from seat_keeps
      where trip_id = ${tripId} and status = 'open' and expires_at > ${now}) as kept`
}

/** Whether the passenger and somebody in the car have blocked each other, as booking checks. */
export function isApart(
  reader: Reader,
  { id, driverId, passengerId }: { id: string; driverId: string; passengerId: string },
) {
  return run.value<{ apart: boolean | null }>(reader, false)`
    select apart from parties_apart(${passengerId}, ${driverId}, ${id})`
}

/** Why the person may book no trip with one change now; null when they may. */
export function findConnectionRefusal(reader: Reader, userId: string, now: Date) {
  return run.value<{ why: 'too_many_connections' | 'connections_paused' | null }>(reader, null)`
    select connection_refusal(${userId}, null, ${now}) as why`
}

/** A person's keeps within a day, without the keep named `except`. */
type Counted = {
  onTrip: number
  onAll: number
  /** Total time of keeps on this trip, in ms. */
  onTripMs: number
}

/** Counts the person's keeps within a day and sums their time. */
export async function countKeeps(
  tx: Reader,
  input: { passengerId: string; tripId: string; now: Date; except?: string | undefined },
) {
  const { now, except = null } = input
  return run.row<Counted>(tx, { onTrip: 0, onAll: 0, onTripMs: 0 })`
    select count(*) filter (where trip_id = ${input.tripId}) as "onTrip", count(*) as "onAll",
      coalesce(sum(1000 * extract(epoch from
          least(coalesce(closed_at, ${now}), expires_at) - created_at))
        filter (where trip_id = ${input.tripId}), 0)::bigint as "onTripMs"
    from seat_keeps
    where passenger_id = ${input.passengerId} and id is distinct from ${except}::uuid
      and rescue_of is null
      and created_at > ${addMs(now, -KEEPS_WINDOW_MS)}`
}

/** Whether the person has a pending top-up of at least this much that they did not discard. */
export function hasOpenTopUp(
  reader: Reader,
  input: { passengerId: string; pesos: number; now: Date },
) {
  return run.value<{ open: boolean }>(reader, false)`
    select exists (
      select from payments
      where user_id = ${input.passengerId} and status = 'open' and discarded_at is null
        and amount_pesos >= ${input.pesos}
        and created_at > ${addMs(input.now, -TOP_UP_FRESH_MS)}) as open`
}

/** Sums the person's payments that the gateway still validates, in pesos. */
export function sumValidatingPesos(reader: Reader, input: { passengerId: string; now: Date }) {
  return run.value<{ pesos: number }>(reader, 0)`
    select coalesce(sum(amount_pesos), 0)::bigint as pesos from payments
    where user_id = ${input.passengerId} and status = 'open' and last_attempt_status = 'PENDING'
      and created_at > ${addMs(input.now, -TOP_UP_FRESH_MS)}`
}

/** Whether the person has a standing booking on the trip. */
export function hasBooked(reader: Reader, input: { passengerId: string; tripId: string }) {
  return run.value<{ booked: boolean }>(reader, false)`
    select exists (
      select from bookings
      where trip_id = ${input.tripId} and passenger_id = ${input.passengerId}
        and status in ('requested', 'confirmed', 'checked_in')) as booked`
}

type Ending = { id: string; passengerId: string; now: Date }

/** Ids of the open keeps that end with the one named `id`, locked in their order. */
const lockedGroup = (id: string) => sql`any (array(
  select k.id from ${groupOf(id)} and k.status = 'open' order by k.id for no key update of k))`

/** Ends a keep with its other part; the caller returns the seats. Parallel calls: once. */
export function releaseKeeps(tx: Tx, ending: Ending) {
  const { id, passengerId, now } = ending
  return run.rows<SeatKeep>(tx)`
    update seat_keeps k
    set status = case when expires_at > ${now} then 'released' else 'expired' end,
      closed_at = ${now}
    where id = ${lockedGroup(id)} and passenger_id = ${passengerId} and status = 'open'
    returning ${columns}`
}

/** Ends an expired keep, as `releaseKeeps` does. */
export function expireKeeps(tx: Tx, { id, now }: { id: string; now: Date }) {
  return run.rows<SeatKeep>(tx)`
    update seat_keeps k set status = 'expired', closed_at = ${now}
    where id = ${lockedGroup(id)} and status = 'open' and expires_at <= ${now}
    returning ${columns}`
}

/** Extends an open keep with its other part to `until`; none when it has expired. */
export function prolongKeeps(tx: Tx, { id, passengerId, now, until }: Ending & { until: Date }) {
  return run.rows<SeatKeep>(tx)`
    update seat_keeps k set expires_at = greatest(expires_at, ${until})
    where id = ${lockedGroup(id)} and passenger_id = ${passengerId} and status = 'open'
      and expires_at > ${now}
    returning ${columns}`
}

/** Lists the ids of expired keeps whose seats have not been returned. */
export function listExpiredIds(reader: Reader, { now, limit }: { now: Date; limit: number }) {
  return run.values<{ id: string }>(reader)`
    select id from seat_keeps where status = 'open' and expires_at <= ${now}
    order by expires_at limit ${limit}`
}

/**
 * Lists the parts that the person kept last, if these expired, a top-up for them was credited since
 * and the person booked nothing on that trip or at its time; `pesos`: of the top-up.
 */
export function listLostKeeps(reader: Reader, passengerId: string) {
  return run.rows<SeatKeep & { pesos: number }>(reader)`
    with last as (
      select id, status, created_at, expires_at, trip_id from seat_keeps
      where passenger_id = ${passengerId} and rescue_of is null
      order by created_at desc, part limit 1
    ), paid as (
      select p.amount_pesos as pesos
      from last, payments p join payment_attempts a on a.payment_id = p.id
      where p.user_id = ${passengerId} and p.status = 'approved' and a.credit_transfer is not null
        and p.created_at > last.created_at - make_interval(secs => ${TOP_UP_FRESH_MS / 1000})
        and p.created_at < last.expires_at and a.updated_at >= last.created_at
      order by p.created_at desc limit 1
    )
    select ${columns}, paid.pesos
    from last join seat_keeps named on named.id = last.id
      join seat_keeps k on k.passenger_id = named.passenger_id
        and coalesce(k.keep_group, k.id) = coalesce(named.keep_group, named.id)
      join trips t on t.id = k.trip_id, paid
    where last.status = 'expired' and not exists (
      select from bookings b
      where b.passenger_id = ${passengerId} and b.created_at >= last.created_at
        and b.picks_up_at < t.arrives_at and b.drops_off_at > t.departs_at)
    order by k.part`
}
