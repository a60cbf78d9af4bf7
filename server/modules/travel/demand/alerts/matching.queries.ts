// Matches alerts with a trip.
import { type RawBuilder, sql } from 'kysely'
import { bothDeclared } from '#server/modules/travel/search/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { boardsAt, partsOfTrip, price } from './segment.queries.ts'

/** Columns of an `Alert`; a purchase with a change of car is named by its first part. */
export const alertColumns = sql`
  a.id, a.user_id as "userId", a.from_place as "fromPlace", a.to_place as "toPlace", a.since,
  a.until, a.seats, a.max_price as "maxPrice", a.status, a.created_at as "createdAt", a.buys,
  a.earliest_minute as "earliestMinute", a.latest_minute as "latestMinute",
  a.notice_minutes as "noticeMinutes", a.at_night as "atNight", a.women_only as "womenOnly",
  a.verified_only as "verifiedOnly", a.with_change as "withChange", a.pets, a.wheelchair,
  (select b.id from bookings b
    where b.list_id = a.id and b.connection_part is distinct from 2
      and b.status not in ('rejected', 'expired')) as "bookingId"`

/** True when alert `a` matches the part `p` of trip `t`, which is on sale as `o`. */
export const fits = (now: Date) => sql`
  t.driver_id <> a.user_id
  and not exists (
    select from blocked_pairs x where x.user_id = a.user_id and x.other_id = t.driver_id)
  and ${boardsAt} > ${now}
  and (${boardsAt} at time zone 'America/Bogota')::date between a.since and a.until
  and o.capacity >= a.seats
  and (o.seats_left is null or a.seats <= all (o.seats_left[p.from_seq + 1 : p.to_seq]))
  and (o.road_stops <> 'no' or ${bothDeclared})
  and (a.max_price is null or ${price} <= a.max_price)`

/** Seats that became free on the legs `fromSeq` to `toSeq`, and the person who gave them up. */
export type Freed = { fromSeq: number; toSeq: number; seats: number; by: string; at: Date }

/** Alert `a` has no match `m` with the trip yet. */
const unmatched = sql`m.alert_id is null`

/**
 * True when some leg of the part `p` had too few seats for the alert before these became free, and
 * the alert has not been told of them. A trip on sale without `seats_left` has all seats free on
 * every leg.
 */
const hadTooFew = ({ fromSeq, toSeq, seats, by, at }: Freed) => sql`
  a.user_id <> ${by}
  and (m.alert_id is null or m.settled_at is not null and m.matched_at < ${at})
  and exists (
    select from generate_series(greatest(p.from_seq, ${fromSeq}::integer) + 1,
      least(p.to_seq, ${toSeq}::integer)) as leg
    where coalesce(o.seats_left[leg], o.capacity) - ${seats}::integer < a.seats)`

type Round = { tripId: string; freed?: Freed; now: Date; notAgainMs: number; limit: number }

/** The statement of `matchTrip`. It finds the alerts by index from the places of the trip. */
export function matching(input: Round): RawBuilder<unknown> {
  const { tripId, freed, now } = input
  const again = sql`make_interval(secs => ${input.notAgainMs / 1000}::float8)`
  return sql`
    with p as materialized (${partsOfTrip(tripId)}), found as (
      select a.id
      from p join trip_alerts a on a.from_place = p.from_place and a.to_place = p.to_place
        and a.status = 'active'
      cross join trips_on_sale o join trips t on t.id = o.trip_id
      left join trip_alert_matches m on m.alert_id = a.id and m.trip_id = o.trip_id
      where o.trip_id = ${tripId} and ${fits(now)} and ${freed ? hadTooFew(freed) : unmatched}
      order by a.id limit ${input.limit}
      for no key update of a
    ), matched as (
      insert into trip_alert_matches (alert_id, trip_id, matched_at, freed)
      select id, ${tripId}, ${now}, ${freed !== undefined} from found
      on conflict (alert_id, trip_id) do update
        set matched_at = excluded.matched_at, settled_at = null, freed = excluded.freed
      returning alert_id
    )
    update trip_alerts
    set mail_due_at = coalesce(mail_due_at, greatest(${now}::timestamptz, mailed_at + ${again}))
    from matched where id = alert_id`
}

/** Records up to `limit` matching alerts and makes their messages due; returns their number. */
export async function insertMatches(tx: Tx, input: Parameters<typeof matching>[0]) {
  const result = await matching(input).execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}
