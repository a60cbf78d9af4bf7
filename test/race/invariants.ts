// Invariants that must hold after any events in any order.
import { expect } from 'vitest'
import { verifyLedger } from '#server/modules/bank/ledger/index.ts'
import { findMismatches } from '#server/modules/office/books/index.ts'
import { asOwner } from '#test/db.ts'
import type { TestDeps } from '#test/deps.ts'

/** A dispute is open as long as its booking is, and its decision matches the booking's end. */
const DISPUTES = `
  select b.id, b.status, b.closed_at, b.disputed_at, d.outcome
  from bookings b full join disputes d on d.booking_id = b.id
  where (b.disputed_at is not null or d.booking_id is not null)
    and not coalesce(coalesce(b.denied_at, b.disputed_at) = d.opened_at and case
      when b.denied_at is not null and coalesce(d.outcome, 'driver') = 'driver'
        then b.status in ('checked_in', 'completed')
      when d.outcome = 'passenger' then b.status = 'cancelled_by_driver'
      when d.outcome = 'driver' and b.no_show_at is null then b.status = 'completed'
      when d.outcome = 'driver' then b.status = 'no_show' and b.closed_at is not null
      else b.closed_at is null and b.status in ('confirmed', 'no_show') end, false)`

/** One active booking per passenger and trip. */
const TWICE = `
  select trip_id, passenger_id from bookings
  where status in ('requested', 'confirmed', 'checked_in')
  group by trip_id, passenger_id having count(*) > 1`

/** A booking has the hours of its trip, and the sum of the trip's moves. */
const HOURS = `
  select b.id, b.status, b.picks_up_at, b.agreed_pickup_at, b.moved_ms, t.departs_at
  from bookings b join trips t on t.id = b.trip_id join corridors c on c.id = t.corridor_id
  where (b.status in ('requested', 'confirmed', 'checked_in') and (
      b.picks_up_at <> t.departs_at + c.minutes[b.from_seq + 1] * interval '1 minute'
      or b.drops_off_at <> t.departs_at + c.minutes[b.to_seq + 1] * interval '1 minute'))
    or (b.agreed_pickup_at is null) <> (b.moved_ms = 0)
    or (select count(*) from booking_events e where e.booking_id = b.id and e.event = 'trip_moved')
      < least(b.moved_ms, 1)`

/** The search's read model equals the trips and their seats. */
const ON_SALE = `
  (select t.id, t.corridor_id, t.departs_at, t.declared_seqs, t.road_stops, t.en_route_pickups,
     s.capacity,
     case when s.capacity > any (s.seats_left) then s.seats_left end as seats_left,
     sold_at_once_to(t), t.extra_max
   from trips t join trip_seats s on s.trip_id = t.id where t.status = 'published' and s.open
   except select * from trips_on_sale)
  union all
  select o.* from trips_on_sale o where not exists (
    select from trips t join trip_seats s on s.trip_id = t.id
    where t.id = o.trip_id and t.status = 'published' and s.open)`

/**
 * Sums are zero, balances equal the replay, holds end once, and seats, bookings and money agree.
 */
export async function expectConsistent(deps: TestDeps): Promise<void> {
  const report = await verifyLedger(deps)
  expect(report.findings.filter((finding) => !finding.startsWith('UNCHAINED'))).toEqual([])
  expect(await findMismatches(deps)).toEqual([])
  for (const query of [DISPUTES, TWICE, HOURS, ON_SALE]) {
    expect((await asOwner(deps.databaseUrl, query)).rows, query).toEqual([])
  }
  const below = await asOwner(
    deps.databaseUrl,
    `select id from ledger_accounts
     where balanced and kind <> 'receivable' and credits_posted < debits_posted + debits_pending`,
  )
  expect(below.rows).toEqual([])
}
