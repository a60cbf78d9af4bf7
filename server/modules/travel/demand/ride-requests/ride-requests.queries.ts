import { sql } from 'kysely'
import { bothDeclared } from '#server/modules/travel/search/index.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import type { PartOnSale } from '../alerts/alerts.queries.ts'
import { boardsAt, freeSeats, partColumns, partsOfTrip, price } from '../alerts/segment.queries.ts'
import type { RideRequest } from './ride-request.ts'

/** Requests listed at once: more than a person has at a time. */
const LISTED = 20

/** True when the person of `r` has or requested a seat on that route, or on an invited trip. */
const isBooked = sql`exists (
  select from bookings b join trips bt on bt.id = b.trip_id
  join corridors bc on bc.id = bt.corridor_id
  where b.passenger_id = r.user_id and b.picks_up_at between r.earliest and r.latest
    and b.status in ('requested', 'confirmed', 'checked_in', 'completed')
    and (bc.place_ids[b.from_seq + 1] = r.from_place and bc.place_ids[b.to_seq + 1] = r.to_place
      or exists (
        select from ride_invitations i where i.request_id = r.id and i.trip_id = b.trip_id)))`

const columns = sql`
  r.id, r.user_id as "userId", r.from_place as "fromPlace", r.to_place as "toPlace", r.earliest,
  r.latest, r.seats, r.max_price as "maxPrice", r.alert_id as "alertId",
  r.made_alert as "madeAlert", r.created_at as "createdAt", r.withdrawn_at as "withdrawnAt",
  ${isBooked} as "isBooked"`

export async function insertRideRequest(
  tx: Tx,
  request: Omit<RideRequest, 'withdrawnAt' | 'isBooked'>,
): Promise<void> {
  const { id, userId, earliest, latest, seats, maxPrice } = request
  await sql`
    insert into ride_requests (id, user_id, from_place, to_place, earliest, latest, seats,
      max_price, alert_id, made_alert, created_at)
    values (${id}, ${userId}, ${request.fromPlace}, ${request.toPlace}, ${earliest}, ${latest},
      ${seats}, ${maxPrice}, ${request.alertId}, ${request.madeAlert}, ${request.createdAt})
  `.execute(tx)
}

export function findRideRequest(reader: Reader, id: string) {
  return run.row<RideRequest>(reader)`
    select ${columns} from ride_requests r where r.id = ${id}`
}

/** Lists a person's current requests, newest first, or the last that were withdrawn or are over. */
export function listRequestsOf(
  reader: Reader,
  asked: { userId: string; now: Date; over: boolean },
) {
  return run.rows<RideRequest>(reader)`
    select ${columns} from ride_requests r
    where r.user_id = ${asked.userId}
      and (r.withdrawn_at is not null or r.latest <= ${asked.now}) = ${asked.over}
    order by r.created_at desc, r.id limit ${LISTED}`
}

export async function withdrawRow(tx: Tx, input: { id: string; now: Date }) {
  await sql`
    update ride_requests set withdrawn_at = ${input.now}
    where id = ${input.id} and withdrawn_at is null`.execute(tx)
}

/** Adds an invitation; returns false, and writes nothing, when it exists already. */
export function insertInvitation(
  tx: Tx,
  input: { rideRequestId: string; tripId: string; now: Date },
) {
  return run.changedOne(tx)`
    insert into ride_invitations (request_id, trip_id, created_at)
    values (${input.rideRequestId}, ${input.tripId}, ${input.now})
    on conflict do nothing`
}

/** Declines an invitation; returns false when there is no such invitation. */
export function declineRow(tx: Tx, input: { rideRequestId: string; tripId: string; now: Date }) {
  return run.changedOne(tx)`
    update ride_invitations set declined_at = coalesce(declined_at, ${input.now})
    where request_id = ${input.rideRequestId} and trip_id = ${input.tripId}`
}

/** The part of the trip is null when it no longer matches or is no longer on sale. */
export type InvitationRow = {
  rideRequestId: string
  tripId: string
  createdAt: Date
  declinedAt: Date | null
} & (PartOnSale | { [Column in keyof PartOnSale]: null })

/**
 * True when request `r` matches trip `t` (on sale as `o`) on its part `p`, except for price and
 * seats. A trip for women only, or for verified people only, matches people who can book it.
 */
const onTheWay = (now: Date) => sql`
  t.driver_id <> r.user_id and ${boardsAt} > ${now}
  and ${boardsAt} between r.earliest and r.latest and (o.road_stops <> 'no' or ${bothDeclared})
  and not exists (
    select from blocked_pairs x where x.user_id = r.user_id and x.other_id = t.driver_id)
  and (select kept_out(u, t.id, r.seats) from users u where u.id = r.user_id) is null`

/** Lists the invitations of these requests, newest first. */
export function listInvitationsOf(
  reader: Reader,
  input: { rideRequestIds: readonly string[]; now: Date },
) {
  return run.rows<InvitationRow>(reader)`
    select i.request_id as "rideRequestId", i.trip_id as "tripId", i.created_at as "createdAt",
      i.declined_at as "declinedAt", f.*
    from ride_invitations i join ride_requests r on r.id = i.request_id
    left join lateral (
      select ${partColumns}
      from trips_on_sale o join trips t on t.id = o.trip_id
      join corridor_pairs p on p.from_place = r.from_place and p.to_place = r.to_place
        and p.corridor_id = o.corridor_id
      where o.trip_id = i.trip_id and ${onTheWay(input.now)} and ${freeSeats} >= r.seats
        and ${price} <= r.max_price
    ) f on true
    where i.request_id = any (${[...input.rideRequestIds]}::uuid[])
    order by i.created_at desc, i.trip_id`
}

export type WantedRow = RideRequest & {
  fromSeq: number
  toSeq: number
  boardsAt: Date
  price: number
  seatsLeft: number
  invited: boolean
}

/** Lists open requests along the route of a trip on sale, the earliest boarding first. */
export function listWantedAlong(
  reader: Reader,
  input: { tripId: string; rideRequestId: string | null; now: Date; limit: number },
) {
  const { tripId, rideRequestId, now } = input
  return run.rows<WantedRow>(reader)`
    with p as materialized (${partsOfTrip(tripId)})
    select ${columns}, p.from_seq::int as "fromSeq", p.to_seq::int as "toSeq",
      ${boardsAt} as "boardsAt", ${price} as price, ${freeSeats} as "seatsLeft",
      exists (select from ride_invitations i
        where i.request_id = r.id and i.trip_id = ${tripId}) as invited
    from p join ride_requests r on r.from_place = p.from_place and r.to_place = p.to_place
      and r.withdrawn_at is null
    cross join trips_on_sale o join trips t on t.id = o.trip_id
    where o.trip_id = ${tripId} and ${onTheWay(now)} and not ${isBooked}
      and (${rideRequestId}::uuid is null or r.id = ${rideRequestId})
    order by "boardsAt", r.created_at, r.id limit ${input.limit}`
}

/** Lists trips on sale that pass the route of a request in its time, with their drivers. */
export function listTripsAlong(
  reader: Reader,
  input: { rideRequestId: string; now: Date; limit: number },
) {
  return run.rows<{ tripId: string; driverId: string }>(reader)`
    select o.trip_id as "tripId", t.driver_id as "driverId"
    from ride_requests r
    join corridor_pairs p on p.from_place = r.from_place and p.to_place = r.to_place
    join trips_on_sale o on o.corridor_id = p.corridor_id
    join trips t on t.id = o.trip_id
    where r.id = ${input.rideRequestId} and ${onTheWay(input.now)} and ${freeSeats} >= r.seats
    order by t.departs_at, o.trip_id limit ${input.limit}`
}

/** Locks requests whose time passed without a seat and whose person was not told, oldest first. */
export function takeEnded(tx: Tx, input: { now: Date; limit: number }) {
  return run.rows<RideRequest>(tx)`
    select ${columns} from ride_requests r
    where r.latest <= ${input.now} and r.withdrawn_at is null and r.ended_told_at is null
    order by r.latest, r.id limit ${input.limit}
    for no key update of r skip locked`
}

export async function markEnded(tx: Tx, input: { ids: readonly string[]; now: Date }) {
  await sql`
    update ride_requests set ended_told_at = ${input.now}
    where id = any (${[...input.ids]}::uuid[])`.execute(tx)
}
