import { sql } from 'kysely'
import type { Booking } from '#server/domains/bookings/bookings.public.ts'
import type { Reader } from '#server/platform/db/tx.ts'

/** A sign that passenger and driver are one person, or share what two strangers do not. */
export type Signal = 'same_device' | 'same_payment' | 'same_plate'

/**
 * The signs in a booking: an account of each was used in the same browser, both wallets were
 * filled from the same card or account, or the passenger registered the car of the trip too.
 */
export async function findSignals(
  db: Reader,
  { tripId, passengerId, driverId }: Pick<Booking, 'tripId' | 'passengerId' | 'driverId'>,
): Promise<Signal[]> {
  const { rows } = await sql<{ device: boolean; payment: boolean; plate: boolean }>`
    select
      exists (
        select from user_devices mine
        join user_devices theirs on theirs.device_index = mine.device_index
        where mine.user_id = ${passengerId} and theirs.user_id = ${driverId}) as device,
      exists (
        select from payments p join payment_attempts a on a.payment_id = p.id
        join payment_attempts b on b.payer_index = a.payer_index
        join payments q on q.id = b.payment_id and q.user_id = ${driverId}
        where p.user_id = ${passengerId}) as payment,
      exists (
        select from trips t join vehicles car on car.id = t.vehicle_id
        join vehicles own on own.plate = car.plate and own.owner_id = ${passengerId}
        where t.id = ${tripId}) as plate`.execute(db)
  const [found] = rows
  return [
    ...(found?.device ? (['same_device'] as const) : []),
    ...(found?.payment ? (['same_payment'] as const) : []),
    ...(found?.plate ? (['same_plate'] as const) : []),
  ]
}
