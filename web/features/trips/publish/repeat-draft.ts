import type { RepeatView } from '#contract/recurrence.ts'
import { choicesOf } from '#contract/trip-defaults.ts'
import { api } from '#web/lib/api.ts'
import { calendarDate } from '#web/lib/format.ts'
import { clockOf } from '#web/lib/moment.ts'
import { useRead } from '#web/lib/use-read.ts'
import { type Draft, emptyDraft, endsOf } from './publish-draft.ts'

/** The day that the link names, and whether it asks for the way back. */
type Asked = { date?: string | undefined; back?: boolean }

/** The draft of a trip that is published again, or of its way back. */
export function draftOf(
  tripId: string,
  repeat: RepeatView,
  { date, back = false }: Asked = {},
): Partial<Draft> {
  const { departsAt, seatPrice, notes, vehicleId, seats } = repeat
  const [stops, legPrices] = back
    ? [[...repeat.stops].reverse(), repeat.legPrices && [...repeat.legPrices].reverse()]
    : [repeat.stops, repeat.legPrices]
  const places = stops.map(({ placeId, name, via }) => ({
    id: placeId,
    label: name,
    ...(via ? { via } : {}),
  }))
  const [origin = null, destination = null] = [places[0], places.at(-1)]
  const points = stops.flatMap(({ placeId, point }) => (point ? [[placeId, point] as const] : []))
  return {
    ...emptyDraft,
    ...{ origin, destination, vehicleId, seats, legPrices },
    stops: places.slice(1, -1),
    between: endsOf({ origin, destination }),
    date: date ?? (departsAt ? calendarDate(departsAt) : ''),
    time: clockOf(departsAt ?? repeat.lastDepartsAt),
    price: seatPrice,
    ...choicesOf(repeat),
    notes: notes ?? '',
    points: Object.fromEntries(points),
    repeated: { tripId, priceChanged: seatPrice === null, ...(back && { back }) },
  }
}

/** Reads the trip to publish again; idle without one. */
export function useRepeat(tripId: string | null) {
  return useRead(
    ['repeat', tripId],
    (signal) => api.recurrence.repeat({ params: { tripId: tripId ?? '' }, signal }),
    {
      enabled: tripId !== null,
      // The proposal of a moment ago must not change under the fields.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
  )
}
