import type { BookingView } from '#contract/booking-view.ts'
import { serverDate } from '#web/lib/clock.ts'
import { calendarDate } from '#web/lib/format.ts'

const AFTER_MS = 6 * 3_600_000

/** Returns whether it is the day of the journey, or the night after it while the journey lasts. */
export function isTravelDay(booking: BookingView, now: Date = serverDate()): boolean {
  if (!['confirmed', 'checked_in'].includes(booking.status)) return false
  const over = now.getTime() > Date.parse(booking.to.at) + AFTER_MS
  return !over && calendarDate(now) >= calendarDate(booking.from.at)
}
