// Places of the road that are no stops of the driver and are sold at once (decision 72).
import { sql } from 'kysely'
import { type Reader, run } from '#server/platform/db/tx.ts'
import { bothDeclared, type TripFacts } from './trip.ts'

/** SafePoints at the ends of a part that are no stops of the driver. */
export type RoadPart = { fromPointId: string | null; toPointId: string | null }

const sells = (trip: TripFacts) => trip.instant && trip.roadStops === 'at_once'

/**
 * Reads where people meet on a part that is sold at once because of the road; undefined for every
 * other part. The rule is `sold_at_once`, which decides again when the seats are taken.
 */
export async function findRoadPart(
  reader: Reader,
  trip: TripFacts,
  { fromSeq, toSeq }: { fromSeq: number; toSeq: number },
  now: Date,
): Promise<RoadPart | undefined> {
  if (!sells(trip) || bothDeclared(trip, fromSeq, toSeq)) return undefined
  const pointAt = (seq: number) => sql`
    case when ${seq} <> all (t.declared_seqs) then road_point(c.place_ids[${seq}::int + 1]) end`
  return await run.row<RoadPart>(reader)`
    select ${pointAt(fromSeq)} as "fromPointId", ${pointAt(toSeq)} as "toPointId"
    from trips t join corridors c on c.id = t.corridor_id
    where t.id = ${trip.id} and sold_at_once(t.id, ${fromSeq}, ${toSeq}, ${now})`
}

/** Lists the places of the road that are sold at once now, with the SafePoint of each. */
export async function listRoadStops(reader: Reader, trip: TripFacts, now: Date) {
  if (!sells(trip)) return []
  return await run.rows<{ seq: number; safePointId: string }>(reader)`
    select seq, road_point(c.place_ids[seq + 1]) as "safePointId"
    from trips t join corridors c on c.id = t.corridor_id
    cross join generate_series(1, cardinality(c.place_ids) - 2) as seq
    where t.id = ${trip.id} and seq <> all (t.declared_seqs)
      and sold_at_once(t.id, seq, cardinality(c.place_ids) - 1, ${now})`
}
