import { type Reader, run } from '#server/platform/db/tx.ts'

/** Whether the person has published a trip or had a booking confirmed. */
export function hasTakenPart(db: Reader, userId: string) {
  return run.value<{ found: boolean }>(db, false)`
    select exists (select from trips where driver_id = ${userId})
      or exists (
        select from bookings where passenger_id = ${userId} and confirmed_at is not null
      ) as found`
}
