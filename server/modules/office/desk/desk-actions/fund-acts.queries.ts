import { sql } from 'kysely'
import { CHANGE_RISK_MINUTES } from '#contract/booking-limits.ts'
import { FUND_AID_MAX } from '#contract/desk-action-limits.ts'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** Whether somebody drove trip `t`; every trip is `completed` a day after its hour. */
const wasDriven = sql`
  (t.status = 'completed' and (exists (select from journeys where trip_id = t.id)
    or exists (select from bookings o
      where o.trip_id = t.id and boarding_witnessed(o.checked_in_by))))`

/** Whether the recorded, believed arrival of the first car `f` was too late to change to `b`. */
const arrivedLate = sql`
  (b.change_missed_at is not null and exists (select from journey_arrivals a
    where a.trip_id = f.trip_id and a.seq = f.to_seq and a.counts_at is null
      and a.at > b.picks_up_at - make_interval(mins => ${CHANGE_RISK_MINUTES})))`

/** Whether no two of the drivers and the passenger of the parts `f` and `b` are the same hands. */
const areApart = sql`
  (not fund_same_hands(f.driver_id, b.driver_id)
    and not fund_same_hands(f.driver_id, b.passenger_id)
    and not fund_same_hands(b.driver_id, b.passenger_id))`

/** Seats that the driver offered of trip `t` since `b` was lost, beyond those of before. */
const addedSeats = sql`
  greatest(0, (select sum((a.details ->> 'more')::int) from audit_entries a
    where a.subject_kind = 'trip' and a.subject_id = t.id::text and a.action = 'trip.resized'
      and a.at >= b.connection_broken_at))`

/**
 * Proposes what the guarantee fund may pay, from facts, once a booking: half of the fare less
 * commission to a second driver who drove and lost the seat within 24 hours because the first one
 * failed or was late, at most two a month and no more seats than left empty; and the travelled part
 * to who was left on the way, once in 90 days. One of a kind waits per person. Returns the number.
 */
export async function proposeFundActs(
  tx: Tx,
  { now, since, month }: { now: Date; since: Date; month: Date },
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into money_acts (id, kind, user_id, booking_id, pesos, cause, withdrawable, reason,
      proposed_at)
    select derived_id('fund.act', kind, booking::text), kind, person, booking, pesos, kind, false,
      reason, ${now}
    from (
      select 'connection_pay' as kind, b.driver_id as person, b.id as booking,
        half - (half * b.commission_bp + 5000) / 10000 as pesos,
        'Falló el primer carro de un viaje con cambio y lo que reservó salió vacío.' as reason
      from bookings b
      cross join lateral (select b.fare_pesos / 2 as half) as half
      join trips t on t.id = b.trip_id and ${wasDriven} join trip_seats s on s.trip_id = t.id
      where b.closed_at > ${since} and b.connection_part = 2 and b.payment_mode = 'billetera'
        and b.status = 'cancelled_by_passenger' and b.charged_pesos = 0
        and b.connection_broken_at > b.picks_up_at - interval '24 hours'
        and b.seats <= all (
          select free - ${addedSeats} - (select coalesce(sum(o.seats), 0)
            from money_acts m join bookings o on o.id = m.booking_id
            where m.kind = 'connection_pay' and m.user_id = b.driver_id
              and m.outcome is distinct from 'refused' and o.trip_id = b.trip_id
              and no > o.from_seq and no <= o.to_seq)
          from unnest(s.seats_left) with ordinality as leg (free, no)
          where no > b.from_seq and no <= b.to_seq)
        and not exists (select from trip_pauses p where p.trip_id = t.id)
        and exists (
          select from bookings f
          where f.connection_id = b.connection_id and f.connection_part = 1 and ${areApart}
            and (f.status in ('cancelled_by_driver', 'trip_cancelled')
              or ${arrivedLate} or exists (
                select from booking_events e
                where e.booking_id = f.id and e.details ->> 'rule' = 'driver_late')))
        and 2 > (
          select count(*) from money_acts m
          where m.kind = 'connection_pay' and m.user_id = b.driver_id and m.proposed_at >= ${month}
            and m.outcome is distinct from 'refused')
      union all
      select 'stranded_aid', f.passenger_id, f.id, least(f.fare_pesos, ${FUND_AID_MAX}),
        'Iba en camino, falló el segundo carro y en 6 horas nadie la llevó.'
      from bookings b
      join bookings f on f.connection_id = b.connection_id and f.connection_part = 1
        and f.status in ('checked_in', 'completed') and f.denied_at is null
      join rescues r on r.booking_id = b.id
        and r.created_at <= ${now}::timestamptz - interval '6 hours'
        and (r.status = 'none' or r.status = 'expired' and r.keep_group is null)
      where b.closed_at > ${since} and b.connection_part = 2 and f.payment_mode = 'billetera'
        and b.status in ('cancelled_by_driver', 'trip_cancelled')
        and ${areApart}
        and not exists (
          select from bookings o
          where o.passenger_id = b.passenger_id and o.id not in (b.id, f.id)
            and o.status in ('confirmed', 'checked_in', 'completed', 'no_show')
            and o.created_at between r.created_at and r.created_at + interval '6 hours')
        and not exists (
          select from money_acts m
          where m.kind = 'stranded_aid' and m.user_id = b.passenger_id
            and m.proposed_at > ${now}::timestamptz - interval '90 days'
            and m.outcome is distinct from 'refused')
    ) as due
    where pesos > 0
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Pesos of open proposals for second drivers, which the fund pays before aid. */
export function sumOpenPays(reader: Reader) {
  return run.value<{ pesos: number }>(reader, 0)`
    select coalesce(sum(pesos), 0)::bigint as pesos from money_acts
    where outcome is null and kind = 'connection_pay'`
}
