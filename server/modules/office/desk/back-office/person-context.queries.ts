import { sql } from 'kysely'
import type { PersonContext } from '#contract/back-office-people.ts'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { RowOf } from '#server/platform/iso-dates.ts'

// Read only: these tables belong to other modules (docs/decisions/0041).

/** Age in whole years today in Bogotá, of a person whose document is verified; else null. */
export function findAge(reader: Reader, { userId, now }: { userId: string; now: Date }) {
  return run.value<{ age: number | null }>(reader, null)`
    select extract(year from age((${now}::timestamptz at time zone 'America/Bogota')::date,
      birth_date))::int as age
    from users where id = ${userId} and identity_verified_at is not null`
}

/** Lists the next and the last booking and trip of a person, in order of time. */
export function listJourneyRows(reader: Reader, { userId, now }: { userId: string; now: Date }) {
  const booked = sql`
    select 'booking' as kind, b.id, b.trip_id, b.from_seq, b.to_seq, b.picks_up_at as at
    from bookings b where b.passenger_id = ${userId}`
  const driven = sql`
    select 'trip' as kind, d.id, d.id as trip_id, 0::smallint as from_seq,
      null::smallint as to_seq, d.departs_at as at
    from trips d where d.driver_id = ${userId}`
  return run.rows<RowOf<PersonContext['journeys'][number], 'at'>>(reader)`
    select j.kind, j.id, p.name as "from", q.name as "to", j.at, j.at > ${now} as "isAhead"
    from (
      (${booked} and b.status in ('requested', 'confirmed') and b.picks_up_at > ${now}
        order by b.picks_up_at, b.id limit 1)
      union all
      (${booked} and b.status in ('confirmed', 'checked_in', 'completed', 'no_show')
        and b.picks_up_at <= ${now} order by b.picks_up_at desc, b.id limit 1)
      union all
      (${driven} and d.status not in ('draft', 'cancelled') and d.departs_at > ${now}
        order by d.departs_at, d.id limit 1)
      union all
      (${driven} and d.status not in ('draft', 'cancelled') and d.departs_at <= ${now}
        order by d.departs_at desc, d.id limit 1)
    ) j
    join trips t on t.id = j.trip_id
    join corridors c on c.id = t.corridor_id
    join places p on p.id = c.place_ids[j.from_seq + 1]
    join places q on q.id = c.place_ids[coalesce(j.to_seq + 1, cardinality(c.place_ids))]
    order by j.at, j.id`
}

/** Maximum of open cases beside a ticket. */
const CASES_SHOWN = 10

/** Lists what is still open about a person: tickets, reports about them, and disputes. */
export function listOpenCaseRows(reader: Reader, userId: string) {
  return run.rows<RowOf<PersonContext['openCases'][number], 'at'>>(reader)`
    select kind, id, about, at from (
      select 'ticket' as kind, t.id, t.kind as about, t.created_at as at
      from support_tickets t where t.user_id = ${userId} and t.status in ('open', 'waiting')
      union all
      select 'conduct', c.id, c.reason, c.created_at
      from conduct_cases c where c.user_id = ${userId} and c.decided_at is null
      union all
      select 'dispute', d.booking_id, null, d.opened_at
      from disputes d join bookings b on b.id = d.booking_id
      where d.resolved_at is null and ${userId} in (b.passenger_id, b.driver_id)
    ) x
    order by at desc, id limit ${CASES_SHOWN}`
}
