import { sql } from 'kysely'
import { type Reader, run } from '#server/platform/db/tx.ts'
import type { Signal } from './anti-pirate.ts'

/** `day`: date in Bogotá of the last trip that counts. */
export type FoundSignal = {
  userId: string
  signal: Signal | 'strikes'
  found: number
  limit: number
  day: string
  /** The last two bookings that count, of signals about bookings. */
  before?: string
  last?: string
}

type Window = { from: Date; to: Date }
type Asked = Window & { atLeast: number }

const lastDay = sql`to_char(max(t.departs_at) at time zone 'America/Bogota', 'YYYY-MM-DD') as day`

const driven = ({ from, to }: Window) => sql`
  t.status in ('published', 'in_progress', 'completed')
  and t.departs_at >= ${from} and t.departs_at < ${to}`

/** Cars of closed accounts have pseudonymous plates, which can be equal. */
const ownerIsHere = sql`
  not exists (select from account_closings c
    where c.user_id = v.owner_id and c.erased_at is not null)`

/** Lists drivers with too many trips in the window. */
export function listTripsOfDrivers(db: Reader, input: Asked) {
  return run.rows<FoundSignal>(db)`
    select t.driver_id as "userId", 'frequency' as signal, count(*)::int as found,
      ${input.atLeast}::int as limit, ${lastDay}
    from trips t where ${driven(input)}
    group by t.driver_id having count(*) >= ${input.atLeast}`
}

/** Lists each driver of a plate with several drivers, and with too many trips or drivers. */
export function listSignalsOfPlates(
  db: Reader,
  input: Asked & { signal: 'plate_frequency' | 'shared_plate' },
) {
  const counted = input.signal === 'shared_plate' ? sql`count(distinct t.driver_id)` : sql`count(*)`
  return run.rows<FoundSignal>(db)`
    with busy as (
      select v.plate, ${counted}::int as found, ${lastDay}
      from trips t join vehicles v on v.id = t.vehicle_id
      where ${driven(input)} and ${ownerIsHere}
      group by v.plate
      having ${counted} >= ${input.atLeast} and count(distinct t.driver_id) > 1
    )
    select distinct t.driver_id as "userId", ${input.signal}::text as signal, busy.found,
      ${input.atLeast}::int as limit, busy.day
    from busy join vehicles v on v.plate = busy.plate
    join trips t on t.vehicle_id = v.id where ${driven(input)}`
}

/** Lists each driver of a browser whose several drivers made too many trips in the window. */
export function listTripsOfDevices(db: Reader, input: Asked) {
  return run.rows<FoundSignal>(db)`
    with busy as (
      select d.device_index, count(*)::int as found, ${lastDay}
      from trips t join user_devices d on d.user_id = t.driver_id
      where ${driven(input)} and d.last_seen_at >= ${input.from}
      group by d.device_index
      having count(*) >= ${input.atLeast} and count(distinct t.driver_id) > 1
    )
    select distinct on (t.driver_id) t.driver_id as "userId", 'device_frequency' as signal,
      busy.found, ${input.atLeast}::int as limit, busy.day
    from busy join user_devices d on d.device_index = busy.device_index
    join trips t on t.driver_id = d.user_id where ${driven(input)}
    order by t.driver_id, busy.found desc`
}

/** Lists drivers with too many driving minutes on one day, by the day of departure. */
export function listLongDays(db: Reader, input: Asked) {
  return run.rows<FoundSignal>(db)`
    select t.driver_id as "userId", 'long_day' as signal,
      (sum(extract(epoch from t.arrives_at - t.departs_at)) / 60)::int as found,
      ${input.atLeast}::int as limit,
      to_char(t.departs_at at time zone 'America/Bogota', 'YYYY-MM-DD') as day
    from trips t where ${driven(input)}
    group by t.driver_id, day
    having sum(extract(epoch from t.arrives_at - t.departs_at)) / 60 >= ${input.atLeast}
    `
}

/** Lists drivers with too many trips whose paid fares exceed the cost of the trip. */
export function listEarningsAboveCost(db: Reader, input: Asked & { percent: number }) {
  return run.rows<FoundSignal>(db)`
    with paid as (
      select t.driver_id, t.departs_at,
        (t.quote -> 'costCumulative' ->> -1)::numeric as cost,
        (select sum(b.fare_pesos) from bookings b
         where b.trip_id = t.id and b.status in ('checked_in', 'completed')) as fares
      from trips t where ${driven(input)}
    )
    select driver_id as "userId", 'earnings' as signal, count(*)::int as found,
      ${input.atLeast}::int as limit,
      to_char(max(departs_at) at time zone 'America/Bogota', 'YYYY-MM-DD') as day
    from paid where fares * 100 > cost * ${input.percent}::int
    group by driver_id having count(*) >= ${input.atLeast}`
}

/** Lists drivers whose weighted marks since an instant reach the limit. */
export function listStrikesOfDrivers(
  db: Reader,
  input: { since: Date; weights: Record<string, number>; atLeast: number },
) {
  return run.rows<FoundSignal>(db)`
    select driver_id as "userId", 'strikes' as signal,
      sum((${JSON.stringify(input.weights)}::jsonb ->> kind)::int)::int as found,
      ${input.atLeast}::int as limit,
      to_char(max(created_at) at time zone 'America/Bogota', 'YYYY-MM-DD') as day
    from driver_marks where created_at >= ${input.since}
    group by driver_id
    having sum((${JSON.stringify(input.weights)}::jsonb ->> kind)::int) >= ${input.atLeast}
    `
}

/**
 * Lists drivers who failed one passenger on several days in Bogotá since an instant, by their own
 * choice or because they were left for being late: the fund pays both. Of one day, such as of an
 * ill driver's way out and back, the last booking counts.
 */
export function listRepeatedFailures(
  db: Reader,
  { since, atLeast }: { since: Date; atLeast: number },
) {
  return run.rows<FoundSignal>(db)`
    with failed as (
      select distinct on (b.driver_id, b.passenger_id, x.day)
        b.driver_id, b.passenger_id, b.id, x.day
      from bookings b cross join lateral (
        select to_char(b.closed_at at time zone 'America/Bogota', 'YYYY-MM-DD') as day) x
      where b.closed_at >= ${since} and b.confirmed_at is not null
        and exists (select from booking_events e
          where e.booking_id = b.id and e.event = b.status
            and (e.event in ('cancelled_by_driver', 'trip_cancelled')
                and (whose_choice(e.details) in ('team', 'cupo')) is not true
              or e.details ->> 'rule' = 'driver_late'))
      order by b.driver_id, b.passenger_id, x.day, b.closed_at desc
    )
    select driver_id as "userId", 'fails_again' as signal, count(*)::int as found,
      ${atLeast}::int as limit, max(day) as day,
      (array_agg(id order by day desc))[2] as before,
      (array_agg(id order by day desc))[1] as last
    from failed group by driver_id, passenger_id having count(*) >= ${atLeast}`
}
