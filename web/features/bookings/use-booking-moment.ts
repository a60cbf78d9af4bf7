import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import type { PassengerMoment } from '#contract/moments.ts'
import { api } from '#web/lib/api.ts'
import { serverDate } from '#web/lib/clock.ts'
import { calendarDate } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useRead } from '#web/lib/use-read.ts'
import { expectedDropOff, momentOf } from '#web/shared/bookings/moment-of.ts'

/** The stream brings each change at once; this is for a stream that is silent. */
const FALLBACK_MS = 60_000

/** The moment of a passenger's booking, and how its trip goes. */
export type BookingMoment = {
  moment: PassengerMoment
  /** Null while nobody knows how the trip goes. */
  journey: JourneyView | null
  now: Date
}

/** The moment of a booking now; on the day of travel also from how the trip goes. */
export function useBookingMoment(booking: BookingView, hasRated?: boolean): BookingMoment {
  const now = new Date(useNow(15_000))
  const isNear = isTravelDay(booking, now)
  const { data } = useRead(
    queryKeys.journey(booking.tripId),
    (signal) => api.journeys.show({ params: { tripId: booking.tripId }, signal }),
    { enabled: isNear, refetchInterval: FALLBACK_MS },
  )
  const journey = isNear && data?.journey.mine ? data.journey : null
  return { moment: momentOf(booking, journey, now, hasRated), journey, now }
}

const AFTER_MS = 6 * 3_600_000

/** Returns whether it is the day of the journey, or the night after it while the journey lasts. */
export function isTravelDay(booking: BookingView, now: Date = serverDate()): boolean {
  if (!['confirmed', 'checked_in'].includes(booking.status)) return false
  const over = now.getTime() > expectedDropOff(booking).getTime() + AFTER_MS
  return !over && calendarDate(now) >= calendarDate(booking.from.at)
}
