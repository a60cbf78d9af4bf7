// What holds after every act of every history.
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { asOwner } from '#test/db.ts'
import type { World } from './world.ts'

const RULES: Record<string, string> = {
  'a job failed': `
    select name, last_error, payload from jobs
    where attempts > 0 and last_error is not null and name not in ('notifications.text')`,
  'an ended booking holds money': `
    select b.id, b.status from bookings b join ledger_transfers h on h.id = b.hold_id
    where b.status in ('rejected', 'expired', 'completed', 'cancelled_by_passenger',
        'cancelled_by_driver', 'trip_cancelled', 'checked_in')
      and not exists (select from ledger_transfers r where r.pending_id = h.id)
      and b.passenger_id = any($1)`,
  'more seats are taken than the trip has': `
    select trip_id from trip_seats where exists (
      select from unnest(seats_left) n where n < 0 or n > capacity)`,
  'a passenger paid more or less than fare': `
    select id, fare_pesos, charged_pesos, refunded_pesos, status from bookings
    where passenger_id = any($1) and charged_pesos is not null
      and (charged_pesos < 0 or charged_pesos > fare_pesos)`,
  'the seats of a trip collect more than it costs': `
    select t.id, t.quote -> 'costCumulative' -> -1 as cost, sum(b.fare_pesos) as collected
    from trips t join bookings b on b.trip_id = t.id
    where b.status in ('confirmed', 'checked_in', 'completed') and t.driver_id = any($1)
    group by t.id having sum(b.fare_pesos) > (t.quote -> 'costCumulative' -> -1)::bigint`,
  'a person has two bookings of one trip': `
    select trip_id, passenger_id from bookings
    where status in ('requested', 'confirmed', 'checked_in') group by 1, 2 having count(*) > 1`,
  'an open booking is on a cancelled trip': `
    select b.id, b.status from bookings b join trips t on t.id = b.trip_id
    where t.status = 'cancelled' and b.status in ('requested', 'confirmed')
      and b.passenger_id = any($1)`,
  'an erased account has something open': `
    select c.user_id, b.id, b.status from account_closings c
      join bookings b on c.user_id in (b.passenger_id, b.driver_id)
    where c.erased_at is not null and b.status in ('requested', 'confirmed', 'checked_in')
      and b.passenger_id = any($1)`,
  // Its claim is paid by withdrawals, and a young top-up may be given back (docs/ledger.md).
  'an erased account holds money': `
    select c.user_id, h.id, h.code from account_closings c
      join ledger_accounts a on a.owner_id = c.user_id and a.kind = 'wallet'
      join ledger_transfers h on h.debit_account = a.id and h.kind = 'pending'
    where c.erased_at is not null and c.user_id = any($1) 
      and h.code not in ('withdrawal', 'topup_refund')
      and not exists (select from ledger_transfers r where r.pending_id = h.id)`,
  'an ended booking has no message to its passenger': `
    select b.id, b.status from bookings b
    where b.passenger_id = any($1) and b.part_of is null
      and b.status in ('rejected', 'expired', 'cancelled_by_driver', 'trip_cancelled')
      and not exists (select from jobs where name = 'bookings.tell')
      and not exists (select from notifications n where n.user_id = b.passenger_id
        and n.path like '%' || b.id || '%')
      and not exists (select from account_closings c where c.user_id = b.passenger_id
        and c.erased_at is not null)`,
}

/** Lines about faults; the others are about what people and the bank did. */
const FAULTS = /mismatch|Error:|could not/

/** What is true when all clocks have run out, and the team has decided what waited for it. */
const ENDED: Record<string, string> = {
  'a booking did not end': `
    select b.id, b.status, b.drops_off_at from bookings b
    where b.passenger_id = any($1) and b.drops_off_at < $2
      and (b.status in ('requested', 'confirmed', 'checked_in')
        or b.status = 'no_show' and b.closed_at is null)
      and not exists (select from disputes d where d.booking_id = b.id and d.resolved_at is null)`,
  'a dispute waits': `
    select d.* from disputes d join bookings b on b.id = d.booking_id
    where b.passenger_id = any($1) and d.resolved_at is null and d.asked_at < $2`,
  'a trip did not end': `
    select id, status, arrives_at from trips
    where driver_id = any($1) and status in ('published', 'in_progress') and arrives_at < $2`,
  'money is still held': `
    select h.id, h.code, h.cause_kind, h.cause_id, h.amount, h.created_at, b.status
    from ledger_transfers h join ledger_accounts a on a.id = h.debit_account
      left join bookings b on b.hold_id = h.id
    where a.owner_id = any($1) and h.kind = 'pending' and h.created_at < $2
      and not exists (select from ledger_transfers r where r.pending_id = h.id)
      and not coalesce(b.drops_off_at > $2, false)`,
  'a withdrawal did not end': `
    select id, status, result, return_by, updated_at from withdrawals
    where user_id = any($1) and closed_at is null and created_at < $2`,
  'a rescue is open': `select * from rescues where person_id = any($1) and closed_at is null
    and created_at < $2`,
  'seats are kept': `select * from seat_keeps where passenger_id = any($1) and status = 'open'
    and expires_at < $2`,
  'a list buys for a day that is over': `select id, until from trip_alerts
    where user_id = any($1) and status = 'active' and until < $2::date`,
  'an account did not close': `
    select c.* from account_closings c where c.user_id = any($1) and c.taken_back_at is null
      and c.due_at < $2 and c.erased_at is null`,
  'a person was not told of money': `
    select t.id, t.code, t.kind, t.amount, t.created_at, a.owner_id, t.cause_kind, t.cause_id
    from ledger_transfers t join ledger_accounts a on a.id in (t.debit_account, t.credit_account)
    where a.owner_id = any($1) and a.kind = 'wallet' and a.currency = 'COP'
      and t.kind in ('transfer', 'post') and t.created_at < $2 and t.created_at > $3
      and t.code not in ('commission')
      and not exists (select from account_closings c
        where c.user_id = a.owner_id and c.erased_at is not null)
      and not exists (select from notifications n where n.user_id = a.owner_id
        and n.created_at between t.created_at - interval '1 minute'
          and t.created_at + interval '1 day')`,
}

/** Throws with the rows of the first rule that does not hold at the end of a history. */
export async function expectEnded(world: World): Promise<void> {
  const ids = [...world.people.values(), ...world.team.values()].map(({ userId }) => userId)
  const before = addMs(world.shop.clock.now(), -3 * DAY_MS)
  const all: string[] = []
  for (const [name, text] of Object.entries(ENDED)) {
    const values = [ids, before, world.startedAt].slice(0, text.includes('$3') ? 3 : 2)
    const { rows } = await asOwner(world.shop.deps.databaseUrl, text, values)
    if (rows.length > 0) all.push(`${name}: ${JSON.stringify(rows)}`)
  }
  if (all.length > 0) throw new Error(all.join('\n'))
}

/** Throws with the rows of the first rule that does not hold. */
export async function expectAlways(world: World): Promise<void> {
  const ids = [...world.people.values(), ...world.team.values()].map(({ userId }) => userId)
  for (const [name, text] of Object.entries(RULES)) {
    const values = text.includes('$1') ? [ids] : []
    const { rows } = await asOwner(world.shop.deps.databaseUrl, text, values)
    if (rows.length > 0) throw new Error(`${name}: ${JSON.stringify(rows)}`)
  }
  const [error] = world.shop.errors.splice(0).filter((each) => FAULTS.test(each))
  if (error) throw new Error(`the log has an error: ${error}`)
}
