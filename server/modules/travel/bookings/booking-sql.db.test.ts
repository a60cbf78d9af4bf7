// SQL repeats statuses as literals, because partial indexes need them. This test stores one booking
// in each state; every such statement must find the states that the table of transitions names.
import { beforeAll, describe, expect, it } from 'vitest'
import { BookingState, type BookingStatus } from '#contract/booking-view.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type BookingsApp, openBookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestTrip } from '#test/trip-factories.ts'
import { callCheckIns } from './board/board-passenger.queries.ts'
import { bookingStates } from './booking-states.ts'
import { type Action, transitions } from './booking-transitions.ts'
import { listBookingRows, listPassengerBookings, lockTripBookings } from './bookings.queries.ts'
import { listOpenIds, revokeTickets } from './cancel/cancel-booking.queries.ts'
import { listDueIds } from './settle/settle-booking.queries.ts'

let test: BookingsApp
let trip: TestTrip
/** Maps each state to the id of its booking, and back. */
const ids = new Map<BookingState, string>()
const states = new Map<string, BookingState>()

/** Columns that distinguish a state from other states with the same status. */
const told: Partial<Record<BookingState, string>> = {
  change_missed: 'connection_id = id, connection_part = 2, change_missed_at = created_at',
  aboard_said: 'aboard_said_at = created_at',
  driver_absent: 'disputed_at = created_at',
  checked_in_denied: 'denied_at = created_at',
  checked_in_upheld: 'denied_at = created_at',
  completed_denied: 'denied_at = created_at',
  completed_upheld: 'disputed_at = created_at',
  no_show_claimed: 'no_show_at = created_at, closed_at = null',
  no_show_disputed: 'no_show_at = created_at, disputed_at = created_at, closed_at = null',
  decided_for_passenger: 'disputed_at = created_at',
}

const owner = (statement: string, values: unknown[] = []) =>
  asOwner(test.deps.databaseUrl, statement, values)

beforeAll(async () => {
  test = await openBookingsApp()
  trip = await test.newTrip({ instant: false })
  const first = await test.booked(await test.aPassenger(), trip, { paymentMode: 'billetera' })
  for (const state of BookingState.options) {
    const [id, { userId }] = [newId(), await test.aPassenger(0)]
    await owner(
      `insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', $2::uuid,
         'passenger_id', $3::uuid, 'code', $4::text, 'hold_id', null, 'payment_mode', 'directo',
         'commission_bp', 0))).* from bookings b where id = $1`,
      [first.id, id, userId, `Q${String(states.size).padStart(5, 'A')}`],
    )
    const { status } = bookingStates[state]
    const open = ['requested', 'confirmed', 'checked_in'].includes(status)
    await owner(
      `update bookings set status = $2, closed_at = ${open ? 'null' : 'created_at'} where id = $1`,
      [id, status],
    )
    if (told[state]) await owner(`update bookings set ${told[state]} where id = $1`, [id])
    ids.set(state, id)
    states.set(id, state)
  }
})

/** States in which the table of transitions allows one of these actions. */
const leftBy = (...actions: Action[]) =>
  BookingState.options.filter((state) =>
    transitions.some((row) => actions.includes(row.action) && row.from.includes(state)),
  )
const statusesOf = (of: readonly BookingState[]): BookingStatus[] =>
  [...new Set(of.map((state) => bookingStates[state].status))].sort()
const found = (list: readonly (string | { id: string })[]): BookingState[] =>
  list
    .flatMap((each) => states.get(typeof each === 'string' ? each : each.id) ?? [])
    .sort((a, b) => BookingState.options.indexOf(a) - BookingState.options.indexOf(b))

const open = leftBy('cancel_trip')
const standing = statusesOf([...open, ...leftBy('complete')])

describe('SQL statements about bookings', () => {
  it('lists exactly the open bookings of a trip', async () => {
    expect(statusesOf(found(await listOpenIds(test.deps.db, trip.tripId)))).toEqual(
      statusesOf(open),
    )
  })

  it('locks exactly the standing bookings when the trip changes', async () => {
    const locked = await inTransaction(test.deps.db, (tx) => lockTripBookings(tx, trip.tripId))
    expect(statusesOf(found(locked))).toEqual(standing)
  })

  it('lists exactly the standing bookings as upcoming', async () => {
    const upcoming: BookingState[] = []
    for (const [state, id] of ids) {
      const [booking] = await listBookingRows(test.deps.db, [id])
      const asked = { passengerId: booking?.passengerId ?? '', scope: 'upcoming' } as const
      const now = test.clock.now()
      const page = { ...asked, now, limit: 1, offset: 0 }
      if ((await listPassengerBookings(test.deps.db, page)).length > 0) upcoming.push(state)
    }
    expect(statusesOf(upcoming)).toEqual(standing)
  })

  it('lists as due exactly the bookings that a job changes', async () => {
    const later = addMs(trip.facts.arrivesAt, 10 * DAY_MS)
    const due = await listDueIds(test.deps.db, later, 100)
    const byTime = BookingState.options.filter((state) => bookingStates[state].due)
    expect(found(due)).toEqual(byTime)
    expect(leftBy('expire', 'complete', 'close_no_show')).toEqual(byTime)
  })

  it('allows one standing booking of a passenger on a trip', async () => {
    const { rows } = await owner(
      `select pg_get_expr(indpred, indrelid) as predicate from pg_index
       where indrelid = 'bookings'::regclass and indisunique and indpred is not null`,
    )
    const listed = rows.map(({ predicate }) =>
      [...String(predicate).matchAll(/'(\w+)'/g)].map(([, status]) => status).sort(),
    )
    expect(listed).toContainEqual(standing)
  })

  it('revokes the tickets of exactly the open bookings', async () => {
    const generations = async () => {
      const all = await listBookingRows(test.deps.db, [...states.keys()])
      return new Map(all.map(({ id, generation }) => [id, generation]))
    }
    const before = await generations()
    await inTransaction(test.deps.db, (tx) => revokeTickets(tx, trip.tripId))
    const after = await generations()
    const changed = [...states.keys()].filter((id) => after.get(id) !== before.get(id))
    expect(statusesOf(found(changed))).toEqual(statusesOf(open))
  })

  it('lets check_ins board the same states as the table of transitions', async () => {
    const boarded = async (by: string) => {
      const all: BookingState[] = []
      for (const booking of await listBookingRows(test.deps.db, [...states.keys()])) {
        const now = test.clock.now()
        const call = { booking, by, actorId: trip.driver.userId, at: now, now }
        const called = inTransaction(test.deps.db, (tx) =>
          callCheckIns(tx, [call], { waits: true }),
        )
        // A constraint allows a disputed booking to board only by a decision.
        const answer = await called.then(([made]) => made?.answer, String)
        if (answer === 'boarded') all.push(...found([booking.id]))
        else expect(answer).toMatch(/^changed$|bookings_objected_boards_by_decision/)
      }
      return all.sort()
    }
    expect(await boarded('code')).toEqual(leftBy('board').sort())
    const paid = transitions.filter(({ by, money }) => by === 'team' && money === 'pay')
    expect(await boarded('dispute')).toEqual(paid.flatMap(({ from }) => from).sort())
  })
})
