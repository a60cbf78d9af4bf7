// SQL for the part of a trip that somebody searches. Statements that use it name the trip `t`, the
// same trip on sale `o`, and the part of its corridor `p`.
import { sql } from 'kysely'
import { bothDeclared, freeSeats as freeOn, priceOf } from '#server/modules/travel/search/index.ts'

export const price = priceOf(sql`p`, bothDeclared)
export const freeSeats = freeOn(sql`o`, sql`p`)

/** Time when the trip passes the place of boarding. */
export const boardsAt = sql`(t.departs_at + make_interval(mins => p.from_minutes))`

/** Columns of `PartOnSale`. */
export const partColumns = sql`
  t.driver_id as "driverId", p.from_seq as "fromSeq", p.to_seq as "toSeq",
  ${boardsAt} as "boardsAt", t.departs_at + make_interval(mins => p.to_minutes) as "alightsAt",
  ${price} as price, ${freeSeats} as "seatsLeft",
  case when trip_prefers(t.preferences, 'womenOnly') then 'women'
    when trip_prefers(t.preferences, 'verifiedOnly') then 'verified' end as audience`

/**
 * All parts of one trip by their places, computed from the corridor, because `corridor_pairs` is
 * indexed for the search of trips.
 */
export const partsOfTrip = (tripId: string) => sql`
  select board.place as from_place, alight.place as to_place, board.no - 1 as from_seq,
    alight.no - 1 as to_seq, board.minutes as from_minutes
  from trips t join corridors c on c.id = t.corridor_id
  cross join unnest(c.place_ids, c.minutes) with ordinality as board (place, minutes, no)
  cross join unnest(c.place_ids) with ordinality as alight (place, no)
  where t.id = ${tripId} and board.no < alight.no`
