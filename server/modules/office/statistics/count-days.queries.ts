// Daily figures, counted from the source tables, over whole days in Bogotá.
import { sql } from 'kysely'
import { type Reader, run } from '#server/platform/db/tx.ts'

/** Instants of midnight in Bogotá; `until` is excluded. */
export type Span = { from: Date; until: Date }

/** Value of a metric on a day; `day` is a date in Bogotá. */
export type Figure = { day: string; metric: string; key: string; value: number }

/** Counts trips by the day of publication and of completion. */
const tripsOf = (span: Span) => sql<Figure>`
  select to_char(t.created_at at time zone 'America/Bogota', 'YYYY-MM-DD') as day,
    'trips_published' as metric, '' as key, count(*) as value
  from trips t
  where t.created_at >= ${span.from} and t.created_at < ${span.until} and t.status <> 'draft'
  group by 1
  union all
  select to_char(t.completed_at at time zone 'America/Bogota', 'YYYY-MM-DD'),
    'trips_completed', '', count(*)
  from trips t where t.completed_at >= ${span.from} and t.completed_at < ${span.until}
  group by 1`

/** Counts seats by the day of departure, in total and per pair of first and last place. */
const seatsOf = (span: Span) => sql<Figure>`
  select s.day, m.metric, m.key, sum(m.value)::int8 as value
  from (
    select to_char(t.departs_at at time zone 'America/Bogota', 'YYYY-MM-DD') as day,
      c.place_ids[1] || '>' || c.place_ids[cardinality(c.place_ids)] as way,
      t.seats as offered, b.sold, b.travelled
    from trips t
    join corridors c on c.id = t.corridor_id
    cross join lateral (
      select coalesce(sum(b.seats) filter (
          where b.status in ('confirmed', 'checked_in', 'completed', 'no_show')), 0) as sold,
        coalesce(sum(b.seats) filter (
          where b.status in ('checked_in', 'completed')), 0) as travelled
      from bookings b where b.trip_id = t.id
    ) b
    where t.departs_at >= ${span.from} and t.departs_at < ${span.until}
      and t.status not in ('draft', 'cancelled')
  ) s
  cross join lateral (values
    ('seats_offered', '', s.offered), ('seats_sold', '', s.sold),
    ('seats_travelled', '', s.travelled),
    ('way_offered', s.way, s.offered), ('way_sold', s.way, s.sold)
  ) m (metric, key, value)
  group by 1, 2, 3`

/** Counts top-ups by the day of their start: credited ones, and declined ones without a credit. */
const topUpsOf = (span: Span) => sql<Figure>`
  select to_char(p.created_at at time zone 'America/Bogota', 'YYYY-MM-DD') as day,
    m.metric, '' as key, sum(m.value)::int8 as value
  from payments p
  cross join lateral (values
    ('topups', case when p.status in ('approved', 'reversed') then 1 else 0 end),
    ('topup_pesos', case when p.status in ('approved', 'reversed') then p.amount_pesos else 0 end),
    ('topups_declined', case when p.status not in ('approved', 'reversed')
      and p.last_attempt_status in ('DECLINED', 'ERROR') then 1 else 0 end)
  ) m (metric, value)
  where p.created_at >= ${span.from} and p.created_at < ${span.until}
  group by 1, 2`

/**
 * Sums the money of a day by the ledger. The sum of `money_…` over all days is the current state:
 * pesos that people can spend, that are held, that people owe, that belong to no wallet yet, and
 * that are at the gateway and the bank. The others are what was paid on that day.
 */
const moneyOf = (span: Span) => sql<Figure>`
  select to_char(t.created_at at time zone 'America/Bogota', 'YYYY-MM-DD') as day,
    m.metric, '' as key, coalesce(sum(m.value), 0)::int8 as value
  from ledger_transfers t
  join ledger_accounts d on d.id = t.debit_account
  join ledger_accounts c on c.id = t.credit_account
  left join ledger_transfers h on h.id = t.pending_id
  cross join lateral (values
    ('money_free',
      case when d.kind <> 'wallet' then 0
        when t.kind in ('transfer', 'pending') then -t.amount
        when t.kind = 'post' then h.amount - t.amount
        else h.amount end
      + case when c.kind = 'wallet' and t.kind in ('transfer', 'post') then t.amount else 0 end),
    ('money_held',
      case when d.kind <> 'wallet' or t.kind = 'transfer' then 0
        when t.kind = 'pending' then t.amount
        else -h.amount end),
    ('money_owed',
      case when t.kind <> 'transfer' then 0
        when d.kind = 'receivable' then t.amount
        when c.kind = 'receivable' then -t.amount
        else 0 end),
    ('money_unplaced',
      case when t.kind not in ('transfer', 'post') then 0
        when c.code = 'suspense:payments' then t.amount
        when d.code = 'suspense:payments' then -t.amount
        else 0 end),
    ('money_in_bank',
      case when t.kind not in ('transfer', 'post') then 0
        when d.code in ('gateway:wompi', 'payouts:clearing') then t.amount
        when c.code in ('gateway:wompi', 'payouts:clearing') then -t.amount
        else 0 end),
    ('fare_pesos',
      case when t.kind = 'post' and t.code = 'fare' then t.amount
        when t.kind = 'transfer' and t.code in ('fare_return', 'fare_debt') then -t.amount
        else 0 end),
    ('commission_pesos',
      case when t.kind in ('transfer', 'post') and t.code = 'commission' then t.amount
        when t.kind = 'transfer' and t.code = 'commission_return' then -t.amount
        else 0 end),
    ('payout_pesos',
      case when t.kind = 'post' and t.code = 'withdrawal' then t.amount
        when t.code = 'withdrawal_return' then -t.amount else 0 end)
  ) m (metric, value)
  where t.created_at >= ${span.from} and t.created_at < ${span.until} and t.currency = 'COP'
  group by 1, 2`

/** Counts searches without result, alerts and ride requests per pair of places. */
const demandOf = (span: Span) => sql<Figure>`
  select to_char(m.day, 'YYYY-MM-DD') as day, 'missed_searches' as metric,
    m.from_place || '>' || m.to_place as key, m.searches::int8 as value
  from search_misses m
  where m.day >= (${span.from}::timestamptz at time zone 'America/Bogota')::date
    and m.day < (${span.until}::timestamptz at time zone 'America/Bogota')::date
  union all
  select to_char(a.created_at at time zone 'America/Bogota', 'YYYY-MM-DD'), 'alerts_made',
    a.from_place || '>' || a.to_place, count(*)
  from trip_alerts a
  where a.created_at >= ${span.from} and a.created_at < ${span.until}
    and not exists (select from ride_requests r where r.alert_id = a.id and r.made_alert)
  group by 1, 3
  union all
  select to_char(r.created_at at time zone 'America/Bogota', 'YYYY-MM-DD'), 'requests_made',
    r.from_place || '>' || r.to_place, count(*)
  from ride_requests r
  where r.created_at >= ${span.from} and r.created_at < ${span.until}
  group by 1, 3`

/** Counts, by the day of signing up, the people who have reached each step since. */
const peopleOf = (span: Span) => sql<Figure>`
  select to_char(u.created_at at time zone 'America/Bogota', 'YYYY-MM-DD') as day,
    m.metric, '' as key, count(*) filter (where m.reached) as value
  from users u
  cross join lateral (values
    ('people_signed_up', true),
    ('people_phone', u.phone_proved_at is not null),
    ('people_verified', u.identity_verified_at is not null),
    ('people_topped_up', exists (
      select from payments p where p.user_id = u.id and p.status in ('approved', 'reversed'))),
    ('people_took_part',
      exists (select from bookings b where b.passenger_id = u.id and b.confirmed_at is not null)
      or exists (select from trips t where t.driver_id = u.id and t.status <> 'draft')),
    ('people_travelled',
      exists (select from bookings b where b.passenger_id = u.id and b.status = 'completed')
      or exists (select from trips t where t.driver_id = u.id and t.status = 'completed'))
  ) m (metric, reached)
  where u.created_at >= ${span.from} and u.created_at < ${span.until}
  group by 1, 2`

/**
 * Counts drivers who were asked to publish again and those of the control group, and who of each
 * published a trip within 7 days; on the day on which these are over.
 */
const nudgesOf = (span: Span) => sql<Figure>`
  select to_char((n.at + interval '7 days') at time zone 'America/Bogota', 'YYYY-MM-DD') as day,
    m.metric, '' as key, count(*) as value
  from publish_nudges n
  cross join lateral (values
    ('nudge_' || n.kind, true),
    ('nudge_' || n.kind || '_published', exists (
      select from trips t where t.driver_id = n.driver_id and t.status <> 'draft'
        and t.created_at >= n.at and t.created_at < n.at + interval '7 days'))
  ) m (metric, counts)
  where n.kind <> 'papers' and m.counts
    and n.at >= ${span.from}::timestamptz - interval '7 days'
    and n.at < ${span.until}::timestamptz - interval '7 days'
  group by 1, 2`

/**
 * Counts by the day of travel what lists bought, what was booked by hand while a list of the same
 * way and day waited, and bookings that people gave up, with those whose seats somebody took
 * afterwards: until that day somebody can. Counts turns that were passed over by their own day.
 */
const listsOf = (span: Span) => sql<Figure>`
  select to_char(b.picks_up_at at time zone 'America/Bogota', 'YYYY-MM-DD') as day,
    m.metric, '' as key, count(*) as value
  from bookings b join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id
  cross join lateral (values
    ('list_bought', b.list_id is not null and b.connection_part is distinct from 2),
    ('list_jumped', b.list_id is null and exists (
      select from trip_alerts a
      where a.from_place = c.place_ids[b.from_seq + 1] and a.to_place = c.place_ids[b.to_seq + 1]
        and a.buys and a.created_at < b.created_at
        and (a.stopped_at is null or a.stopped_at > b.created_at)
        and a.user_id <> b.passenger_id
        and (b.picks_up_at at time zone 'America/Bogota')::date between a.since and a.until))
  ) m (metric, counted)
  where b.picks_up_at >= ${span.from} and b.picks_up_at < ${span.until} and m.counted
    and b.part_of is null and b.status not in ('rejected', 'expired')
  group by 1, 2
  union all
  select to_char(m.matched_at at time zone 'America/Bogota', 'YYYY-MM-DD'), 'list_passed_over', '',
    count(*)
  from trip_alert_matches m
  where m.passed_over is not null
    and m.matched_at >= ${span.from} and m.matched_at < ${span.until}
  group by 1
  union all
  select to_char(b.picks_up_at at time zone 'America/Bogota', 'YYYY-MM-DD'), m.metric, '', count(*)
  from bookings b
  cross join lateral (values
    ('seats_given_back', true),
    ('seats_resold', exists (select from bookings o
      where o.trip_id = b.trip_id and o.id <> b.id and o.created_at >= b.closed_at
        and o.from_seq < b.to_seq and o.to_seq > b.from_seq
        and o.status not in ('rejected', 'expired')))
  ) m (metric, counted)
  where b.status = 'cancelled_by_passenger' and m.counted
    and b.picks_up_at >= ${span.from} and b.picks_up_at < ${span.until}
  group by 1, 2`

const eventStatements = [tripsOf, seatsOf, topUpsOf, moneyOf, demandOf, nudgesOf, listsOf]

/** Computes the figures of events; days without events have no row. */
export async function listEventFigures(reader: Reader, span: Span): Promise<Figure[]> {
  const found: Figure[] = []
  for (const statement of eventStatements) {
    found.push(...(await statement(span).execute(reader)).rows)
  }
  return found
}

/** Computes the figures of people who signed up in the span. */
export async function listPeopleFigures(reader: Reader, span: Span): Promise<Figure[]> {
  return (await peopleOf(span).execute(reader)).rows
}

export type Answered = { metric: string; askedAt: Date; answeredAt: Date }

/** Lists the answers of the team in the span: documents, support tickets and incidents. */
export function listAnsweredIn(reader: Reader, span: Span) {
  return run.rows<Answered>(reader)`
    select 'verification_minutes' as metric, d.created_at as "askedAt",
      d.reviewed_at as "answeredAt"
    from documents d
    where d.reviewed_at >= ${span.from} and d.reviewed_at < ${span.until}
      and d.reviewed_at is not null
    union all
    select case when s.kind = 'safety' then 'safety_minutes' else 'support_minutes' end,
      s.created_at, s.first_answered_at
    from support_tickets s
    where s.first_answered_at >= ${span.from} and s.first_answered_at < ${span.until}
      and s.first_answered_at is not null
    union all
    select 'safety_minutes', i.created_at, i.taken_at
    from incidents i
    where i.taken_at >= ${span.from} and i.taken_at < ${span.until} and i.taken_at is not null
    `
}
