import { type RawBuilder, sql } from 'kysely'
import { MOVED_FAR_MINUTES } from '#contract/booking-limits.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { Numbers, Reputation } from './reputation.ts'

/** Computes the reputation numbers from ratings, bookings and their events; one row per id. */
export function listReputationNumbers(db: Reader, userIds: readonly string[]) {
  return run.rows<Numbers>(db)`
    select p.id as "userId", rated.stars, answers.minutes as "responseMinutes",
      driven.trips::int as "tripsDriven", ridden.trips::int as "tripsRidden",
      answers.answered::int as "requestsAnswered",
      answers.missed::int as "requestsMissed",
      driven.agreed::int + ridden.agreed::int as agreed,
      driven.cancelled::int + ridden.cancelled::int as cancelled
    from unnest(${[...userIds]}::uuid[]) as p (id)
    cross join lateral (
      select array[count(*) filter (where s.stars = 1), count(*) filter (where s.stars = 2),
        count(*) filter (where s.stars = 3), count(*) filter (where s.stars = 4),
        count(*) filter (where s.stars = 5)]::int[] as stars
      from rating_states s
      where s.rated_id = p.id and s.revealed_at is not null and not s.hidden
        and not s.discounted
    ) as rated
    cross join lateral (
      select count(distinct b.trip_id) filter (where b.status = 'completed') as trips,
        count(*) filter (where ${ended}) as agreed,
        count(*) filter (where ${ended} and (${byDriver} or ${drivenAway})) as cancelled
      from bookings b where b.driver_id = p.id
    ) as driven
    cross join lateral (
      select count(distinct coalesce(b.connection_id, b.id)) filter (
          where b.status = 'completed') as trips,
        count(*) filter (where ${ended}) as agreed,
        count(*) filter (where ${ended} and ${byPassenger}) as cancelled
      from bookings b where b.passenger_id = p.id
    ) as ridden
    cross join lateral (
      select count(*) filter (where a.event <> 'expired') as answered,
        count(*) filter (where a.event = 'expired') as missed,
        round((percentile_cont(0.5) within group (order by extract(epoch from a.at - q.at) / 60)
          filter (where a.event <> 'expired'))::numeric)::int as minutes
      from bookings b
      join booking_events q on q.booking_id = b.id and q.event = 'requested'
      cross join lateral (
        select e.event, e.at from booking_events e
        where e.booking_id = b.id and (e.event in ('rejected', 'expired')
          or (e.event = 'confirmed' and e.actor_id = b.driver_id))
        order by e.at, e.id limit 1) as a
      where b.driver_id = p.id
    ) as answers`
}

/** The booking was confirmed and has ended for good. */
const ended = sql`
  (b.confirmed_at is not null and (b.closed_at is not null or b.status = 'completed')
    and b.status in ('completed', 'cancelled_by_passenger', 'cancelled_by_driver',
      'trip_cancelled', 'no_show'))`

/** A trip that the team cancelled does not count against its driver. */
const byDriver = sql`
  (b.status = 'cancelled_by_driver' or (b.status = 'trip_cancelled' and not exists (
    select from booking_events e where e.booking_id = b.id
      and e.event = 'trip_cancelled' and whose_choice(e.details) = 'team')))`

/** The passenger left, and for the event `e` of that a condition holds. */
const left = (condition: RawBuilder<unknown>) => sql`
  (b.status = 'cancelled_by_passenger' and exists (
    select from booking_events e
    where e.booking_id = b.id and e.event = 'cancelled_by_passenger' and ${condition}))`

/** The passenger left by choice, or did not come. */
const byPassenger = sql`
  (b.status in ('cancelled_by_passenger', 'no_show')
    and not ${left(sql`whose_choice(e.details) is not null`)})`

/**
 * The passenger left what this driver did: also a trip that the driver moved far onto another
 * journey, or that was paused because the driver's documents had expired.
 */
const drivenAway = sql`
  (${left(sql`whose_choice(e.details) = 'driver'`)}
      and not point_lost(b.id, ${MOVED_FAR_MINUTES * MINUTE_MS}::bigint)
    or b.moved_ms >= ${MOVED_FAR_MINUTES * MINUTE_MS}::bigint
      and ${left(sql`e.details ->> 'rule' = 'trip_crosses'`)}
    or ${left(sql`e.details ->> 'rule' = 'trip_paused'`)} and exists (
      select from trip_pauses x where x.trip_id = b.trip_id and x.cause = 'documents'
        and x.paused_at <= b.closed_at and coalesce(x.ended_at, 'infinity') > b.closed_at))`

/** Locks the rows of these people in order of id, and inserts missing rows. */
export async function lockReputation(tx: Tx, userIds: readonly string[], now: Date): Promise<void> {
  const ids = [...new Set(userIds)].sort()
  await sql`
    insert into user_reputation (user_id, computed_at)
    select id, ${now} from unnest(${ids}::uuid[]) as p (id) order by id
    on conflict do nothing`.execute(tx)
  await sql`
    select user_id from user_reputation where user_id = any(${ids}::uuid[])
    order by user_id for no key update`.execute(tx)
}

/** Overwrites the stored reputation of a person; the caller has locked the row. */
export async function writeReputation(tx: Tx, reputation: Reputation, now: Date): Promise<void> {
  const { stars, ...s } = reputation
  await sql`
    update user_reputation set stars = ${stars}::int[], trips_driven = ${s.tripsDriven},
      trips_ridden = ${s.tripsRidden}, requests_answered = ${s.requestsAnswered},
      requests_missed = ${s.requestsMissed}, response_minutes = ${s.responseMinutes},
      agreed = ${s.agreed}, cancelled = ${s.cancelled},
      weighted_rating = ${s.weightedRating}, level = ${s.level}, computed_at = ${now}
    where user_id = ${s.userId}`.execute(tx)
}

/** Stored reputations of these people, unordered; people without a row are absent. */
export async function listReputations(
  db: Reader,
  userIds: readonly string[],
): Promise<Reputation[]> {
  if (userIds.length === 0) return []
  return run.rows<Reputation>(db)`
    select user_id as "userId", stars, trips_driven as "tripsDriven",
      trips_ridden as "tripsRidden", requests_answered as "requestsAnswered",
      requests_missed as "requestsMissed", response_minutes as "responseMinutes", agreed,
      cancelled, weighted_rating as "weightedRating", level
    from user_reputation where user_id = any(${[...userIds]}::uuid[])`
}

/** An id that sorts before every other id. */
const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Next people after this id who have a booking as passenger or driver. */
export function listPeopleAfter(db: Reader, after: string | null, limit: number) {
  return run.values<{ id: string }>(db)`
    (select distinct passenger_id as id from bookings
      where passenger_id > coalesce(${after}::uuid, ${NO_ID}::uuid)
      order by passenger_id limit ${limit})
    union
    (select distinct driver_id from bookings
      where driver_id > coalesce(${after}::uuid, ${NO_ID}::uuid)
      order by driver_id limit ${limit})
    order by id limit ${limit}`
}

/** People with an event in one of their bookings since this instant. */
export function listInMotionSince(db: Reader, userIds: readonly string[], since: Date) {
  return run.values<{ id: string }>(db)`
    select p.id from unnest(${[...userIds]}::uuid[]) as p (id)
    where exists (
      select from bookings b join booking_events e on e.booking_id = b.id and e.at >= ${since}
      where b.passenger_id = p.id or b.driver_id = p.id)`
}
