// Lists: alerts that buy a seat for their person (docs/decisions/0077).
import { type RawBuilder, sql } from 'kysely'
import { MOVED_FAR_MS } from '#server/modules/travel/bookings/index.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import type { Alert } from './alert.ts'
import { alertColumns, fits } from './matching.queries.ts'
import { boardsAt, partsOfTrip, price } from './segment.queries.ts'

const minuteOf = (at: RawBuilder<unknown>) => sql`
  (extract(epoch from ${at} at time zone 'America/Bogota')::bigint / 60 % 1440)`

/** Whether an instant is on the days and in the hours of list `a`. */
const inHours = (at: RawBuilder<unknown>) => sql`
  ((${at} at time zone 'America/Bogota')::date between a.since and a.until
    and ${minuteOf(at)} >= a.earliest_minute and ${minuteOf(at)} < a.latest_minute)`

/**
 * Whether a person left by choice, within 30 days of each other, two seats that a list had bought
 * while it cost nothing, the last of them within 30 days. What one list bought counts as one.
 */
const leftTwo = (user: RawBuilder<unknown>, now: Date) => sql<boolean>`
  exists (select from bookings y join bookings x on x.passenger_id = y.passenger_id
    join bookings yo on yo.id = coalesce(y.part_of, y.id)
    join bookings xo on xo.id = coalesce(x.part_of, x.id) and xo.list_id <> yo.list_id
    where y.passenger_id = ${user}
      and left_by_choice(y, ${MOVED_FAR_MS}) and y.closed_at <= yo.list_free_until
      and left_by_choice(x, ${MOVED_FAR_MS}) and x.closed_at <= xo.list_free_until
      and y.closed_at > ${now}::timestamptz - interval '30 days'
      and x.closed_at between y.closed_at - interval '30 days' and y.closed_at)`

const isClosing = (user: RawBuilder<unknown>) => sql<boolean>`
  exists (select from account_closings c where c.user_id = ${user} and c.taken_back_at is null)`

type ListFacts = Record<'known' | 'leftTwo' | 'closing' | 'verified' | 'woman', boolean> & {
  lists: number
}

/** What decides whether a person may have one more list; `lists`: active ones. */
export async function findListFacts(reader: Reader, userId: string, now: Date): Promise<ListFacts> {
  const facts = await run.row<ListFacts>(reader)`
    select (select count(*)::int from trip_alerts a
        where a.user_id = u.id and a.status = 'active' and a.buys) as lists,
      u.phone_proved_at is not null and u.identity_verified_at is not null or exists (
        select from bookings b where b.passenger_id = u.id and b.status = 'completed') as known,
      ${isClosing(sql`u.id`)} as closing, u.identity_verified_at is not null as verified,
      exists (select from women_declarations w where w.user_id = u.id) as woman,
      ${leftTwo(sql`u.id`, now)} as "leftTwo"
    from users u where u.id = ${userId}`
  assert(facts, `no person ${userId}`)
  return facts
}

/** The turn of a list on a trip; without a part of it a journey with a change is looked for. */
export type Turn = Alert &
  (
    | { fromSeq: number; toSeq: number; boardsAt: Date; price: number }
    | { fromSeq: null; toSeq: null; boardsAt: null; price: null }
  )

export type Event = {
  tripId: string
  /** Who freed the seats; null for a published trip or a lower price. */
  by: string | null
  now: Date
}

/** Whether list `a` may buy on a trip at all, whatever its part of it. */
const mayBuy = ({ tripId, by, now }: Event) => sql`
  (${by}::uuid is null
    or a.user_id <> ${by}::uuid and not ledger_same_hands(a.user_id, ${by}::uuid))
  and not exists (select from bookings b
    where b.trip_id = ${tripId} and b.passenger_id = a.user_id)
  and not exists (select from bookings b
    where b.list_id = a.id and b.status not in ('rejected', 'expired'))
  and not ${leftTwo(sql`a.user_id`, now)}`

/** A way between two places. */
export type Way = { from: string; to: string }

/** The active lists `a` with a change that get on or off a trip of the parts `p` in their days. */
const withChange = (tripId: string) => sql`
  from trip_alerts a cross join trips_on_sale o join trips t on t.id = o.trip_id
  where o.trip_id = ${tripId} and a.status = 'active' and a.buys and a.with_change
    and (a.from_place = any (array(select from_place from p))
      or a.to_place = any (array(select to_place from p)))
    and a.since <= (t.arrives_at at time zone 'America/Bogota')::date
    and a.until >= (t.departs_at at time zone 'America/Bogota')::date - 2`

/** The ways of the lists that also take a change of car, which may be at a place of a trip. */
export function listWays(reader: Reader, tripId: string) {
  return run.rows<Way>(reader)`
    with p as materialized (${partsOfTrip(tripId)})
    select distinct a.from_place as from, a.to_place as to ${withChange(tripId)}`
}

type Page = {
  /** Lists with a change have a turn on these ways only. */
  ways: readonly Way[]
  after: string
  limit: number
}

/**
 * Lists whose turn it is on a trip, in their order after the id `after`, with their part of it; and
 * those that also take a change of car on one of the ways. What costs most is asked last, in their
 * order (`offset 0` keeps it apart), until the page is full.
 */
export function listTurns(reader: Reader, event: Event, { ways, after, limit }: Page) {
  const { tripId, now } = event
  const ends = (end: keyof Way) => ways.map((way) => way[end])
  return run.rows<Turn>(reader)`
    with p as materialized (${partsOfTrip(tripId)}), direct as (
      select a.id, p.from_seq, p.to_seq, ${boardsAt} as boards_at, ${price} as price
      from p join trip_alerts a on a.from_place = p.from_place and a.to_place = p.to_place
        and a.id > ${after}::uuid and a.status = 'active' and a.buys
      cross join trips_on_sale o join trips t on t.id = o.trip_id
      where o.trip_id = ${tripId} and ${fits(now)} and ${inHours(boardsAt)}
        and 'billetera' = any (t.payment_modes)
        and (not a.women_only or trip_prefers(t.preferences, 'womenOnly'))
        and (not a.verified_only or trip_prefers(t.preferences, 'verifiedOnly'))
        and (not a.pets or trip_prefers(t.preferences, 'pets'))
        and (not a.wheelchair or trip_prefers(t.preferences, 'wheelchair'))
    ), turns as (
      select * from direct union all
      select a.id, null, null, null, null ${withChange(tripId)} and a.id > ${after}::uuid
        and (a.from_place, a.to_place) in (
          select * from unnest(${ends('from')}::text[], ${ends('to')}::text[]))
        and a.id not in (select id from direct)
    )
    select ${alertColumns}, a.from_seq as "fromSeq", a.to_seq as "toSeq",
      a.boards_at as "boardsAt", a.price
    from (
      select a.*, d.from_seq, d.to_seq, d.boards_at, d.price
      from turns d join trip_alerts a on a.id = d.id order by a.id offset 0
    ) as a
    where ${mayBuy(event)}
    order by a.id limit ${limit}`
}

/** Stores why a list whose turn it was bought nothing; its person is not told of the trip again. */
export async function passOver(
  tx: Tx,
  { alertId, tripId, why, now }: { alertId: string; tripId: string; why: string; now: Date },
) {
  await sql`
    insert into trip_alert_matches (alert_id, trip_id, matched_at, settled_at, passed_over)
    values (${alertId}, ${tripId}, ${now}, ${now}, ${why})
    on conflict (alert_id, trip_id) do update
      set matched_at = excluded.matched_at, settled_at = excluded.settled_at,
        passed_over = excluded.passed_over`.execute(tx)
}

/** A list that has ended; `seat`: its person booked the same way by hand. */
export type Ended = Pick<Alert, 'id' | 'userId' | 'fromPlace' | 'toPlace'> & {
  bookingId: string | null
  picksUpAt: Date | null
  why: 'bought' | 'seat' | 'over' | 'barred'
}

/**
 * Ends up to `limit` lists that have their seat, whose person has one on the same way in their days
 * and hours, is expelled or leaves, or whose last day is over. Lists locked by other workers are
 * left to those.
 */
export function endLists(
  tx: Tx,
  { now, today, limit }: { now: Date; today: string; limit: number },
) {
  return run.rows<Ended>(tx)`
    with ended as (
      select a.id, h.id as booking_id, h.picks_up_at, case when h.list_id = a.id then 'bought'
        when h.id is not null then 'seat' when bar.red then 'barred' else 'over' end as why
      from trip_alerts a cross join lateral (
        select exists (select from user_standing s where s.user_id = a.user_id and s.expelled)
          or ${isClosing(sql`a.user_id`)} as red
      ) as bar left join lateral (
        select b.id, b.list_id, b.picks_up_at from bookings b
        join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id
        where b.passenger_id = a.user_id and b.picks_up_at >= a.created_at
          and (b.list_id = a.id and b.status not in ('requested', 'rejected', 'expired')
            or b.status in ('confirmed', 'checked_in') and ${inHours(sql`b.picks_up_at`)}
              and c.place_ids[b.from_seq + 1] = a.from_place
              and (c.place_ids[b.to_seq + 1] = a.to_place or exists (
                select from bookings n join trips nt on nt.id = n.trip_id
                join corridors nc on nc.id = nt.corridor_id
                where n.connection_id = b.connection_id and n.connection_part = 2
                  and n.status in ('confirmed', 'checked_in')
                  and nc.place_ids[n.to_seq + 1] = a.to_place)))
        order by (b.list_id = a.id) is not true, b.picks_up_at limit 1
      ) as h on true
      where a.status = 'active' and a.buys and (h.id is not null or bar.red or a.until < ${today})
      order by a.id limit ${limit} for no key update of a skip locked
    )
    update trip_alerts a set status = 'stopped', stopped_at = ${now}, mail_due_at = null
    from ended e where a.id = e.id and a.status = 'active'
    returning a.id, a.user_id as "userId", a.from_place as "fromPlace", a.to_place as "toPlace",
      case when e.booking_id is not null then e.booking_id end as "bookingId",
      case when e.booking_id is not null then e.picks_up_at end as "picksUpAt", e.why`
}

/** Stops the active lists of a person. */
export function stopListsOf(tx: Tx, userId: string, now: Date) {
  return run.changes(tx)`
    update trip_alerts set status = 'stopped', stopped_at = ${now}, mail_due_at = null
    where user_id = ${userId} and status = 'active' and buys`
}

/** The places of active lists among those of the same way with a day and an hour in common. */
export function findPlaces(reader: Reader, alertIds: readonly string[]) {
  return run.by<{ id: string; place: number; of: number }>(reader, 'id')`
    select a.id, count(*) filter (where o.id <= a.id)::int as place, count(*)::int as "of"
    from trip_alerts a join trip_alerts o on o.from_place = a.from_place
      and o.to_place = a.to_place and o.status = 'active' and o.buys
      and o.since <= a.until and o.until >= a.since
      and o.earliest_minute < a.latest_minute and o.latest_minute > a.earliest_minute
    where a.id = any (${[...alertIds]}::uuid[]) and a.status = 'active' and a.buys
    group by a.id`
}

/**
 * Whether the passenger of a booking was told of it: by push or text, which a device or a proved
 * number takes, by mail unless their address refuses it, or by opening the message.
 */
export async function wasTold(reader: Reader, bookingId: string): Promise<boolean> {
  const told = await run.row<{ told: boolean }>(reader)`
    select true as told from bookings b join users u on u.id = b.passenger_id
    join notifications n on n.user_id = u.id and n.path = '/bookings/' || b.id
    where b.id = ${bookingId} and (n.read_at is not null or u.phone_proved_at is not null
      or not exists (select from mail_suppressions s where s.user_id = u.id)
      or exists (select from push_subscriptions d where d.user_id = u.id))
    limit 1`
  return told !== undefined
}

/** The bookings of one purchase: both parts of a trip with one change. */
export function listBought(reader: Reader, bookingId: string) {
  return run.rows<{ id: string }>(reader)`
    select o.id from bookings b join bookings o on o.list_id = b.list_id
    where b.id = ${bookingId} and o.status not in ('rejected', 'expired') order by o.id`
}
