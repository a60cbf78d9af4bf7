// Cancels one booking by `cancel_bookings`, which documents its locks and answers, and reads and
// revokes what cancelling a whole trip ends.
import { sql } from 'kysely'
import type { BookingStatus } from '#contract/booking-view.ts'
import type { MarkKind } from '#server/modules/people/standing/index.ts'
import type { CallGuard } from '#server/platform/call-guard.ts'
import { type Db, type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { derivedId, newId } from '#server/platform/ids.ts'
import { type Booking, MOVED_FAR_MS } from '../booking.ts'
import type { BookingSnapshot } from '../booking-snapshot.queries.ts'
import { guardColumns, keyedByColumn } from '../bookings.queries.ts'

/** Columns to write; the last two decide how the money is split. */
export type Ending = {
  status: BookingStatus
  actorId: string
  details: Record<string, string>
  mark: MarkKind | undefined
  /** Pesos; null where Cupo holds no fare. */
  refundedPesos: number | null
  chargedPesos: number | null
}

export type CancelCall = {
  /** The snapshot that the decision was made on. */
  snapshot: BookingSnapshot
  ending: Ending
  /** The caller, for the session and rate limit of the guard. */
  callerId: string
  guard: CallGuard | undefined
  now: Date
}

/** Runs `cancel_bookings` and returns the answer to each call (`waits`: see `callBookSeats`). */
export async function callCancelBookings(
  db: Db,
  calls: readonly CancelCall[],
  { waits }: { waits: boolean },
): Promise<{ answer: string }[]> {
  const rows = await run.rows<{ answers: string[] | null }>(db)`
    with made as materialized (
      select cancel_bookings(${JSON.stringify(calls.map(cancelRow))}::jsonb, ${waits},
        ${MOVED_FAR_MS}, ${calls.at(-1)?.now}) as answers)
    select answers from made`
  return calls.map((_, index) => ({ answer: rows[0]?.answers?.[index] ?? '' }))
}

/** A call with the names of the type `cancel_call`. */
function cancelRow({ snapshot, ending, callerId, guard, now }: CancelCall) {
  const { id } = snapshot.booking
  const { status, actorId, details, mark, refundedPesos, chargedPesos } = ending
  return {
    booking: id,
    seen: snapshot.fingerprint,
    status,
    at: now,
    actor: actorId,
    event: newId(),
    details,
    refunded: refundedPesos,
    charged: chargedPesos,
    mark: mark ? derivedId('marks', mark, id) : null,
    mark_kind: mark,
    person: callerId,
    ...guardColumns(guard),
  }
}

/** The booking after the call: the snapshot, which was still current, with the ending. */
export function endedBooking({ snapshot, ending, now }: CancelCall): Booking {
  const { status, refundedPesos, chargedPesos, details } = ending
  const isBroken = details.rule === 'connection_broken' && { connectionBrokenAt: now }
  const amounts = { refundedPesos, chargedPesos }
  return { ...snapshot.booking, ...isBroken, status, ...amounts, closedAt: now }
}

/** Runs `give_back_seats` on a booking that the caller has locked. */
export async function callGiveBack(
  tx: Tx,
  of: Booking,
  part: Pick<Booking, 'id' | 'code' | 'seats' | 'farePesos' | 'refundedPesos' | 'chargedPesos'>,
  by: { rule: string; now: Date },
) {
  const columns = JSON.stringify(keyedByColumn(part))
  await sql`
    select give_back_seats(${of.id}, ${of.passengerId}, ${columns}::jsonb, ${by.rule},
      ${[newId(), newId()]}::uuid[], ${by.now})`.execute(tx)
}

/** Locks both parts of a trip with one change, and their wallets. */
export async function lockConnection(tx: Tx, connectionId: string, userId: string) {
  await sql`select lock_connection(${connectionId}, ${userId})`.execute(tx)
}

/** Revokes all tickets of the trip after running check-ins; later ones have a stale generation. */
export async function revokeTickets(tx: Tx, tripId: string) {
  await sql`
    update bookings set generation = generation + 1
    where id in (
      select id from bookings
      where trip_id = ${tripId} and status in ('requested', 'confirmed')
      order by id for no key update)`.execute(tx)
}

/** Whether the trip has a booking in one of these states. */
export function hasBooking(tx: Tx, tripId: string, statuses: readonly BookingStatus[]) {
  return run.value<{ found: boolean }>(tx, false)`
    select exists (
      select from bookings where trip_id = ${tripId} and status = any(${statuses})
    ) as found`
}

export function listOpenIds(db: Reader, tripId: string) {
  return run.values<{ id: string }>(db)`
    select id from bookings
    where trip_id = ${tripId} and status in ('requested', 'confirmed')
    order by created_at, id`
}
