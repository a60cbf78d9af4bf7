import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

type Asked = { week: string; now: Date; after: string; limit: number }

/**
 * Lists in order of their ids drivers who stay and whom nothing was asked this week, each with the
 * latest trip that they completed in the last 28 days and whose way they have not published for the
 * next 7.
 */
export function listWaysToRepeat(reader: Reader, { week, now, after, limit }: Asked) {
  return run.rows<{ driverId: string; tripId: string }>(reader)`
    select distinct on (t.driver_id) t.driver_id as "driverId", t.id as "tripId"
    from trips t join corridors c on c.id = t.corridor_id
    where t.status = 'completed' and t.driver_id > ${after}
      and t.departs_at > ${now}::timestamptz - interval '28 days'
      and not exists (select from account_closings x
        where x.user_id = t.driver_id and x.taken_back_at is null)
      and not exists (select from publish_nudges n
        where n.driver_id = t.driver_id and n.week = ${week}::date)
      and not exists (
        select from trips o join corridors k on k.id = o.corridor_id
        where o.driver_id = t.driver_id and o.status in ('published', 'in_progress')
          and o.departs_at > ${now} and o.departs_at <= ${now}::timestamptz + interval '7 days'
          and k.place_ids[1] = c.place_ids[1]
          and k.place_ids[cardinality(k.place_ids)] = c.place_ids[cardinality(c.place_ids)])
    order by t.driver_id, t.departs_at desc, t.id limit ${limit}`
}

export type Nudge = {
  driverId: string
  week: string
  tripId: string
  /** `control`: is asked nothing, to compare with who was; `papers`: told of a document. */
  kind: 'told' | 'control' | 'papers'
  at: Date
}

/** Stores what a driver was asked in a week; false when something was. */
export function insertNudge(tx: Tx, nudge: Nudge) {
  return run.changedOne(tx)`
    insert into publish_nudges (driver_id, week, trip_id, kind, at)
    values (${nudge.driverId}, ${nudge.week}::date, ${nudge.tripId}, ${nudge.kind}, ${nudge.at})
    on conflict do nothing`
}
