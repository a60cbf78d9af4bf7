import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import { momentOfBooking, type PassengerMoment, type RoadFacts } from '#contract/moments.ts'
import { api } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { isTravelDay } from '../journeys/travel-day.ts'

/** The stream brings each change at once; this is for a stream that is silent. */
const FALLBACK_MS = 60_000
const TICK_MS = 15_000

/** The moment of a passenger's booking, and how its trip goes. */
export type BookingMoment = {
  moment: PassengerMoment
  /** Null while nobody knows how the trip goes. */
  journey: JourneyView | null
  now: Date
}

/** Returns the facts of the road from a passenger's view of the trip. */
function roadOf(journey: JourneyView): RoadFacts {
  const stopOf = (id: string | undefined) => journey.stops.find((stop) => stop.id === id)
  const from = stopOf(journey.mine?.from)
  const to = stopOf(journey.mine?.to)
  return {
    delayMinutes: journey.delayMinutes,
    isLate: journey.isLate,
    hasStarted: journey.state !== 'not_started',
    isAtPickUp: from?.passed === true,
    isOver: journey.tripState === 'finished' || (to?.passed === true && !to.doubtful),
  }
}

/** Returns the moment of a booking whose trip goes as `journey` says. */
export function momentOf(
  booking: BookingView,
  journey: JourneyView | null,
  now: Date,
  hasRated = false,
): PassengerMoment {
  return momentOfBooking(
    {
      state: booking.state,
      boardsAt: new Date(booking.from.at),
      leavesAt: new Date(booking.to.at),
      arrivedAt: booking.arrivedAt ? new Date(booking.arrivedAt) : null,
      // A ticket that an older version cached has no `point`.
      hasPlace: Boolean(booking.from.point),
      isPaused: booking.tripPause !== null,
      hasRated,
    },
    journey?.mine ? roadOf(journey) : null,
    now,
  )
}

/** The moment of a booking now; on the day of travel also from how the trip goes. */
export function useBookingMoment(booking: BookingView, hasRated?: boolean): BookingMoment {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const isNear = isTravelDay(booking, now)
  const { data } = useQuery({
    queryKey: queryKeys.journey(booking.tripId),
    queryFn: ({ signal }) => api.journeys.show({ params: { tripId: booking.tripId }, signal }),
    enabled: isNear,
    refetchInterval: FALLBACK_MS,
  })
  const journey = isNear && data?.journey.mine ? data.journey : null
  return { moment: momentOf(booking, journey, now, hasRated), journey, now }
}
