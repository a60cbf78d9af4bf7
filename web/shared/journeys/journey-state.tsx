import { useQuery } from '@tanstack/react-query'
import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyStop, JourneyView } from '#contract/journeys.ts'
import { api } from '#web/lib/api.ts'
import { calendarDate, duration, theTime, time } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { CardSection } from '#web/ui/card.tsx'
import { PointLine } from '../trips/point-line.tsx'
import { RouteLine } from '../trips/route-line.tsx'
import { PhoneLinks } from '../users/phone-links.tsx'

const REFRESH_MS = 30_000
const AFTER_MS = 6 * 3_600_000

/** Returns whether it is the day of the journey, or the night after it while the journey lasts. */
export function isTravelDay(booking: BookingView, now: Date = new Date()): boolean {
  if (!['confirmed', 'checked_in'].includes(booking.status)) return false
  const over = now.getTime() > Date.parse(booking.to.at) + AFTER_MS
  return !over && calendarDate(now) >= calendarDate(booking.from.at)
}

/** For the passenger on the day of travel: the car's position, arrival time, a call button. */
export function JourneyNow({ booking }: { booking: BookingView }) {
  const answer = useQuery({
    queryKey: queryKeys.journey(booking.tripId),
    queryFn: ({ signal }) => api.journeys.show({ params: { tripId: booking.tripId }, signal }),
    enabled: isTravelDay(booking),
    // Polls only while the page is visible.
    refetchInterval: REFRESH_MS,
  })
  const journey = isTravelDay(booking) ? answer.data?.journey : undefined
  if (!journey?.mine) return null
  const asOf = (
    <p className="text-sm text-muted">
      {answer.isError ? 'Sin conexión · ' : ''}a {theTime(journey.asOf)}
    </p>
  )
  return (
    <CardSection title="Tu viaje hoy" aside={asOf}>
      <div className="grid gap-4">
        <p role="status" className="text-lg font-semibold">
          {standing(journey)}
        </p>
        <RouteLine
          stops={journey.stops.map((stop) => ({
            name: stop.name,
            at: stop.arrivedAt ?? stop.expectedAt,
            detail: <StopDetail stop={stop} journey={journey} />,
          }))}
          part={partOf(journey)}
          progress={journey.stops.filter((stop) => stop.passed).length}
        />
        {journey.driver.phone && (
          <PhoneLinks phone={journey.driver.phone} name={journey.driver.name} />
        )}
      </div>
    </CardSection>
  )
}

/** Returns one sentence about the car, from the view of the passenger's stop. */
export function standing(journey: JourneyView): string {
  const { state, delayMinutes, isLate, lastArrival, mine, stops, driver } = journey
  const from = stops.find((stop) => stop.id === mine?.from)
  if (state === 'finished') return 'El conductor terminó el viaje.'
  // No full stop after a time: it already ends with one, "p. m.".
  const late = isLate ? `, ${duration(delayMinutes)} tarde.` : ''
  if (state === 'not_started') {
    if (isLate) return `${driver.name} aún no ha salido${late}`
    return from ? `Te recogen a ${theTime(from.expectedAt)}` : 'El viaje no ha empezado.'
  }
  if (from?.arrivedAt && lastArrival?.name === from.name) {
    return `${driver.name} ya llegó a ${from.name}.`
  }
  if (from && !from.passed) {
    const where = lastArrival ? `ya pasó por ${lastArrival.name}` : 'ya salió'
    return `${driver.name} ${where}. Llega por ti a ${theTime(from.expectedAt)}${late}`
  }
  const to = stops.find((stop) => stop.id === mine?.to)
  if (!to || to.passed) return `Llegaron a ${to?.name ?? 'tu destino'}.`
  return `Llegas a ${theTime(to.expectedAt)}${late}`
}

function partOf({ stops, mine }: JourneyView): { from: number; to: number } {
  const row = (id: string | undefined) => stops.findIndex((stop) => stop.id === id)
  return { from: row(mine?.from), to: row(mine?.to) }
}

function StopDetail({ stop, journey }: { stop: JourneyStop; journey: JourneyView }) {
  const isMine = stop.id === journey.mine?.from || stop.id === journey.mine?.to
  return (
    <>
      <span className="block">{stopText(stop)}</span>
      {isMine && stop.point && <PointLine point={stop.point} className="mt-1" />}
    </>
  )
}

function stopText(stop: JourneyStop): string {
  if (stop.arrivedAt) return `Llegó a ${theTime(stop.arrivedAt)}`
  if (stop.passed) return 'Ya pasó'
  const late = Date.parse(stop.expectedAt) - Date.parse(stop.plannedAt) >= 60_000
  return late ? `Acordado: ${time(stop.plannedAt)}` : stop.department
}
