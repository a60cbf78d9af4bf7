import { tellUser } from '#server/modules/people/users/index.ts'
import type { Booking } from '#server/modules/travel/bookings/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { ratingDecided, ratingReviewed } from './ratings.messages.ts'

const pathOf = ({ id }: Booking) => `/bookings/${id}#calificacion`

/** Tells both people that the ratings of their booking do not count for now. */
export async function tellCaseOpened(tx: Tx, deps: TellDeps, booking: Booking): Promise<void> {
  for (const userId of [booking.passengerId, booking.driverId]) {
    const data = { path: pathOf(booking) }
    await tellUser(tx, deps, ratingReviewed, { userId, data, cause: booking.id })
  }
}

export async function tellCaseDecided(
  tx: Tx,
  deps: TellDeps,
  booking: Booking,
  decided: { caseId: string; count: boolean },
): Promise<void> {
  for (const userId of [booking.passengerId, booking.driverId]) {
    const data = { path: pathOf(booking), count: decided.count }
    await tellUser(tx, deps, ratingDecided, { userId, data, cause: decided.caseId })
  }
}
