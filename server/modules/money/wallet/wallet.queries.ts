import { type Reader, run } from '#server/platform/db/tx.ts'

export type LineBooking = {
  id: string
  tripId: string
  passengerId: string
  start: string
  finish: string
  picksUpAt: Date
  /** Commission in hundredths of a percent. */
  commissionBp: number
  /** Seats, if they were given back out of another booking; null for other bookings. */
  returnedSeats: number | null
}

/** Places and commission of bookings, by booking id; unknown ids are absent. */
export async function findLineBookings(reader: Reader, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map<string, LineBooking>()
  return run.by<LineBooking>(reader, 'id')`
    select b.id, b.trip_id as "tripId", b.passenger_id as "passengerId", p.name as start,
      q.name as finish, b.picks_up_at as "picksUpAt", b.commission_bp as "commissionBp",
      case when b.part_of is not null then b.seats::int end as "returnedSeats"
    from bookings b
    join trips t on t.id = b.trip_id
    join corridors c on c.id = t.corridor_id
    join places p on p.id = c.place_ids[b.from_seq + 1]
    join places q on q.id = c.place_ids[b.to_seq + 1]
    where b.id = any(${[...bookingIds]}::uuid[])`
}
