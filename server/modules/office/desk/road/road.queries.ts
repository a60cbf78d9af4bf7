// Read only: these tables belong to trips, journeys, bookings and safety (docs/decisions/0041).
import { type Reader, run } from '#server/platform/db/tx.ts'

export type RoadRow = {
  tripId: string
  /** Last stop that was reached; a press in doubt counts from its planned time. */
  seq: number | null
  arrivedAt: Date | null
  /** Whose position is the newest, and its time. */
  seenBy: string | null
  seenAt: Date | null
  /** When somebody last said to have arrived. */
  saidAt: Date | null
  /** When somebody last boarded, and the last stop where somebody did. */
  boardedAt: Date | null
  boardedSeq: number | null
  waiting: number
  aboard: number
}

/** Lists what is known of trips on the road: presses, positions, words, and who is in the car. */
export function listRoadFacts(
  reader: Reader,
  { tripIds, now }: { tripIds: readonly string[]; now: Date },
) {
  return run.rows<RoadRow>(reader)`
    select t.id as "tripId", a.seq::int as seq, a.at as "arrivedAt", p.user_id as "seenBy",
      p.at as "seenAt", (select max(w.answered_at) from arrival_words w
        where w.trip_id = t.id and w.arrived) as "saidAt", b.boarded as "boardedAt",
      b.boarded_seq as "boardedSeq", b.waiting, b.aboard
    from trips t
    left join lateral (
      select seq, at from journey_arrivals where trip_id = t.id
        and (counts_at is null or counts_at <= ${now}) order by seq desc limit 1) as a on true
    left join lateral (
      select user_id, at from shared_positions where trip_id = t.id
      order by at desc limit 1) as p on true
    cross join lateral (
      select max(coalesce(checked_in_at, aboard_said_at)) as boarded, max(from_seq::int) filter (
          where status = 'checked_in' or aboard_said_at is not null) as boarded_seq,
        coalesce(sum(seats) filter (where status = 'confirmed' and aboard_said_at is null), 0)::int
          as waiting,
        coalesce(sum(seats) filter (
          where status = 'checked_in' or aboard_said_at is not null), 0)::int as aboard
      from bookings where trip_id = t.id and status in ('confirmed', 'checked_in')) as b
    where t.id = any (${[...tripIds]}::uuid[])`
}

/** When the team last wrote to everybody of a trip; null: never. */
export function lastToldAt(reader: Reader, tripId: string) {
  return run.value<{ at: Date | null }>(reader, null)`
    select max(at) as at from staff_actions
    where subject_id = ${tripId} and action = 'trip.told'`
}
