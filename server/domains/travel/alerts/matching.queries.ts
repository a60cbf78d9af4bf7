// Which alerts a trip fits.
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/platform/db/tx.ts'
import { boardsAt, bothDeclared, price } from './segment.queries.ts'

/** Alert `a`, trip `t` on sale as `o`, and the part `p` of its corridor between the two places. */
export const fits = (now: Date) => sql`
  t.driver_id <> a.user_id
  and not exists (
    select from blocked_pairs x where x.user_id = a.user_id and x.other_id = t.driver_id)
  and ${boardsAt} > ${now}
  and (${boardsAt} at time zone 'America/Bogota')::date between a.since and a.until
  and o.capacity >= a.seats
  and (o.seats_left is null or a.seats <= all (o.seats_left[p.from_seq + 1 : p.to_seq]))
  and (o.en_route_pickups or ${bothDeclared})
  and (a.max_price is null or ${price} <= a.max_price)`

/** Seats that came free on the legs `fromSeq` to `toSeq`, and who gave them back. */
export type Freed = { fromSeq: number; toSeq: number; seats: number; by: string; at: Date }

/** Alert `a` and trip have not met: `m` is their match. */
const unmatched = sql`m.alert_id is null`

/**
 * Before these seats came free, a leg of the part `p` had too few for the alert, which has not been
 * told of them. A trip on sale without `seats_left` is free on every leg.
 */
const hadTooFew = ({ fromSeq, toSeq, seats, by, at }: Freed) => sql`
  a.user_id <> ${by}
  and (m.alert_id is null or m.settled_at is not null and m.matched_at < ${at})
  and exists (
    select from generate_series(greatest(p.from_seq, ${fromSeq}::integer) + 1,
      least(p.to_seq, ${toSeq}::integer)) as leg
    where coalesce(o.seats_left[leg], o.capacity) - ${seats}::integer < a.seats)`

/**
 * The statement of `matchTrip`. The trip's pairs of places lead to the alerts, by index; they are
 * made from its corridor, since `corridor_pairs` is sorted for the other question.
 */
export function matching(input: {
  tripId: string
  freed?: Freed | undefined
  now: Date
  notAgainMs: number
  limit: number
}): RawBuilder<unknown> {
  const { tripId, freed, now } = input
  const again = sql`make_interval(secs => ${input.notAgainMs / 1000}::float8)`
  return sql`
    with p as materialized (
      select board.place as from_place, alight.place as to_place, board.no - 1 as from_seq,
        alight.no - 1 as to_seq, board.minutes as from_minutes
      from trips t join corridors c on c.id = t.corridor_id
      cross join unnest(c.place_ids, c.minutes) with ordinality as board (place, minutes, no)
      cross join unnest(c.place_ids) with ordinality as alight (place, no)
      where t.id = ${tripId} and board.no < alight.no
    ), found as (
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

/** Notes which alerts a trip fits, some at a time, and that a message is due. Answers how many. */
export async function insertMatches(
  tx: Tx,
  input: Parameters<typeof matching>[0],
): Promise<number> {
  const result = await matching(input).execute(tx)
  return Number(result.numAffectedRows ?? 0n)
}
