// Rows that a trip, a booking on it and its two people have left in the database.
import { listSeatsLeft } from '#server/modules/travel/trips/index.ts'
import type { BookingsApp } from '#test/booking-factories.ts'
import { asOwner } from '#test/db.ts'
import type { TestUser } from '#test/factories.ts'
import type { TestTrip } from '#test/trip-factories.ts'

export type Travellers = { trip: TestTrip; driver: TestUser; passenger: TestUser }

/** Everything that the story can have changed, in a form that is equal for every scene. */
export async function traces(
  test: BookingsApp,
  { trip, driver, passenger }: Travellers,
): Promise<unknown> {
  const ask = async (query: string, ...values: unknown[]) =>
    (await asOwner(test.deps.databaseUrl, query, values)).rows
  const of = 'select id from bookings where trip_id = $1'
  return {
    trips: await ask(
      'select status, notes, seats, instant, departs_at, arrives_at from trips where id = $1',
      trip.tripId,
    ),
    bookings: await ask(
      `select status, seats, fare_pesos, refunded_pesos, charged_pesos, generation, checked_in_by,
         picks_up_at, drops_off_at, expires_at, agreed_pickup_at, moved_ms, trip_changed_at
       from bookings where trip_id = $1 order by status, seats`,
      trip.tripId,
    ),
    keeps: await ask(
      `select status, seats, expires_at - created_at as long from seat_keeps
       where passenger_id = $1 order by created_at, status, seats`,
      passenger.userId,
    ),
    events: await ask(
      `select event, details from booking_events where booking_id in (${of})
       order by at, event, details`,
      trip.tripId,
    ),
    jobs: await ask(
      `select name, count(*), min(run_at) as next from jobs
       where payload->>'tripId' = $1
         or payload->>'bookingId' in (select id::text from bookings where trip_id = $1::uuid)
         or payload->>'keepId' in (select id::text from seat_keeps where trip_id = $1::uuid)
       group by name order by name`,
      trip.tripId,
    ),
    transfers: await ask(
      `select kind, code, amount from ledger_transfers
       where cause_id in (select id::text from bookings where trip_id = $1)
       order by kind, code, amount`,
      trip.tripId,
    ),
    scans: await ask(
      'select kind, outcome, code, scanned_at from boarding_scans where trip_id = $1',
      trip.tripId,
    ),
    disputes: await ask(
      `select outcome, note from disputes where booking_id in (${of})`,
      trip.tripId,
    ),
    audits: await ask(
      `select action from audit_entries
       where subject_id in (select id::text from bookings where trip_id = $1)`,
      trip.tripId,
    ),
    marks: await ask('select kind from driver_marks where driver_id = $1', driver.userId),
    money: [await test.available(passenger), await test.available(driver)],
    seats: await listSeatsLeft(test.deps.db, trip.tripId),
  }
}
