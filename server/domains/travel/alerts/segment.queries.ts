// SQL for the part of a trip that somebody searches. Statements that use it name the trip `t`, the
// same trip on sale `o`, and the part of its corridor `p`.
import { sql } from 'kysely'

/** Whether the driver declared both ends of the part as stops. */
export const bothDeclared = sql`
  (p.from_seq = any (o.declared_seqs) and p.to_seq = any (o.declared_seqs))`

const paid = sql`(t.price_cumulative[p.to_seq + 1] - t.price_cumulative[p.from_seq + 1])`

/**
 * Price of the part in pesos, as `segmentPrice` in trips: exact between declared stops, otherwise
 * rounded down to the hundred.
 */
export const price = sql`
  case when ${bothDeclared} then ${paid} else greatest(100, ${paid} / 100 * 100) end`

/** Time when the trip passes the place of boarding. */
export const boardsAt = sql`(t.departs_at + make_interval(mins => p.from_minutes))`

/** Seats that are free on every leg of the part. */
export const freeSeats = sql`
  coalesce((select min(free) from unnest(o.seats_left[p.from_seq + 1 : p.to_seq]) as free),
    o.capacity)`
