import type pg from 'pg'

// What must hold of a trip after the rush, asked of the rows and not of the answers.

/** Legs where free and sold seats are not the capacity. */
const SEATS = `
  select leg.no from trip_seats s
  cross join unnest(s.seats_left) with ordinality as leg (free, no)
  left join bookings b on b.trip_id = s.trip_id and b.from_seq < leg.no and b.to_seq >= leg.no
    and b.status = 'confirmed'
  where s.trip_id = $1
  group by leg.no, leg.free, s.capacity
  having leg.free + coalesce(sum(b.seats), 0) <> s.capacity`

/** Bookings whose money does not say what their state says: one hold each, open while they are. */
const HOLDS = `
  select b.id from bookings b
  left join ledger_transfers h on h.kind = 'pending' and h.cause_id = b.id::text
  left join ledger_transfers r on r.pending_id = h.id
  where b.trip_id = $1
  group by b.id
  having count(h.id) <> 1 or min(h.id::text) <> b.hold_id::text or sum(h.amount) <> b.fare_pesos
    or coalesce(min(r.kind), 'open') <>
      case when b.status = 'confirmed' then 'open' when b.charged_pesos > 0 then 'post'
        else 'void' end`

/** Money held for a booking that does not exist. */
const STRANDED = `
  select h.id from ledger_transfers h
  where h.kind = 'pending' and h.cause_kind = 'booking'
    and not exists (select from bookings b where b.id::text = h.cause_id)`

/** Wallets that hold another sum than their open holds. */
const WALLETS = `
  select a.id from ledger_accounts a
  left join ledger_transfers h on h.debit_account = a.id and h.kind = 'pending'
    and not exists (select from ledger_transfers r where r.pending_id = h.id)
  where a.balanced
  group by a.id, a.debits_pending
  having a.debits_pending <> coalesce(sum(h.amount), 0)`

const TWICE = `
  select passenger_id from bookings where trip_id = $1 and status = 'confirmed'
  group by passenger_id having count(*) > 1`

const SOLD = `
  select coalesce(sum(seats * (to_seq - from_seq)), 0)::int as sold from bookings
  where trip_id = $1 and status = 'confirmed'`

const ofTheTrip = { SEATS, HOLDS, TWICE }
const ofEverything = { STRANDED, WALLETS }

/** Seats sold, each leg counted, and what is wrong with the trip; nothing when all is well. */
export async function checkTrip(
  pool: pg.Pool,
  tripId: string,
): Promise<{ sold: number; wrong: string[] }> {
  const { rows } = await pool.query<{ sold: number }>(SOLD, [tripId])
  const wrong = await failing(pool, ofTheTrip, [tripId])
  return { sold: rows[0]?.sold ?? 0, wrong }
}

/** What is wrong with holds and wallets, over all trips. */
export function checkMoney(pool: pg.Pool): Promise<string[]> {
  return failing(pool, ofEverything, [])
}

async function failing(
  pool: pg.Pool,
  checks: Record<string, string>,
  values: string[],
): Promise<string[]> {
  const wrong: string[] = []
  for (const [name, query] of Object.entries(checks)) {
    const { rowCount } = await pool.query(query, values)
    if (rowCount) wrong.push(`${name.toLowerCase()}: ${rowCount} rows`)
  }
  return wrong
}
