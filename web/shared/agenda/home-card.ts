/** What the home page says of a person's next trip, by its moment (contract/moments.ts). */
import type { AgendaItem } from '#contract/agenda.ts'
import type { BookingView } from '#contract/booking-view.ts'
import type { JourneyView } from '#contract/journeys.ts'
import { momentOfTrip, type PassengerMoment } from '#contract/moments.ts'
import type { TripState } from '#contract/trips.ts'
import { before, calendarDate, duration, night, relativeDay, time } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { endOf, goesOn } from '../bookings/booking-end.ts'
import { momentOf } from '../bookings/moment-of.ts'
import { matterWords } from '../bookings/open-matter.ts'
import { isUnheard, roadFactsOf, UNHEARD } from '../journeys/road-facts.ts'
import { tripStateWords } from '../trips/trip-state-words.ts'
import { agendaWords } from './agenda-words.ts'

export type HomeCard = {
  to: string
  /** `warn`: something is due. */
  tone: 'band' | 'warn'
  /** Line above the title, and the trip at its end. */
  state: string
  aside: string
  /** The large line: an hour, or what happened. */
  title: string
  /** Hour that was agreed, when another one is expected. */
  was: string
  detail: string
  /** Whom and which car to look for, on the day of travel. */
  driver: { name: string; photoUrl: string | null; plate: string } | null
}

const MINUTE_MS = 60_000
/** Moments in which a moved hour is asked about first: nothing is more urgent. */
const CALM: readonly PassengerMoment[] = ['no_place', 'confirmed', 'evening', 'two_hours']

const plain = { tone: 'band', aside: '', was: '', detail: '', driver: null } as const

/** Day and destination: `Mañana a Bogotá`; around midnight it names the night. */
function dayTo(at: string, place: string, now: Date): string {
  return `${relativeDay(at, now)}${night(at)} a ${place}`
}

/** The card of an item of the agenda, when nothing more is known about it. */
export function itemCard(item: AgendaItem, now: Date): HomeCard {
  const { title, detail, to, urgent } = agendaWords(item, now)
  const route = `${item.from.name} → ${item.to.name}`
  if (urgent) return { ...plain, tone: 'warn', to, state: title, title: route, detail }
  const state = dayTo(item.from.at, item.to.name, now)
  return { ...plain, to, state, title: time(item.from.at), detail: title }
}

/** The card of a passenger's booking. `journey`: how the trip goes, where it is known. */
export function bookingCard(
  booking: BookingView,
  journey: JourneyView | null,
  now: Date,
): HomeCard {
  const { driver, from, to, vehicle } = booking
  const road = journey && roadFactsOf(journey)
  // The agenda ends with the trip: the card never asks for stars.
  const moment = momentOf(booking, journey, now, true)
  const expected = (at: string) => time(Date.parse(at) + (road?.delayMinutes ?? 0) * MINUTE_MS)
  const day = dayTo(from.at, endOf(booking), now)
  const changes = goesOn(booking) ? [`cambias en ${to.name}`] : []
  const words: Partial<Record<PassengerMoment, Partial<HomeCard>>> = {
    asked: {
      tone: 'warn',
      state: 'Esperando respuesta',
      detail: booking.expiresAt ? `${driver.name} responde ${before(booking.expiresAt, now)}` : '',
    },
    paused: {
      tone: 'warn',
      state: matterWords.paused,
      detail: `Si no sigue, se cancela ${before(booking.tripPause?.until ?? from.at, now)}`,
    },
    no_place: { tone: 'warn', state: 'Falta el punto' },
    two_hours: { title: expected(from.at), ...(road?.hasStarted && { state: 'A tiempo' }) },
    late: isUnheard(booking, now)
      ? { tone: 'warn', state: UNHEARD }
      : {
          tone: 'warn',
          state: `Va ${duration(road?.delayMinutes ?? 0)} tarde`,
          title: expected(from.at),
          was: time(from.at),
        },
    broken: { tone: 'warn', state: matterWords.broken },
    change_missed: { tone: 'warn', state: 'No alcanzas el cambio' },
    at_door: { state: 'Compara cara y placa', title: `${driver.name} ya llegó` },
    riding: {
      state: 'Buen viaje',
      title: `Llegas ${expected(to.at)}`,
      detail: [to.point?.name ?? to.name, ...changes].join(' · '),
    },
    arrived: { state: 'Llegaste', title: to.name, detail: `Viajaste con ${driver.name}` },
    review: { tone: 'warn', state: 'Por resolver' },
  }
  const said =
    booking.tripChange?.asks && CALM.includes(moment)
      ? {
          tone: 'warn' as const,
          state: matterWords.hour,
          was: time(booking.tripChange.agreedAt),
          detail: 'Di si te sirve, o mira cómo salirte',
        }
      : words[moment]
  const isDay = calendarDate(from.at) <= calendarDate(now)
  return {
    ...plain,
    to: paths.booking(booking.id),
    state: day,
    aside: said?.state ? day : '',
    title: time(from.at),
    detail: [from.point?.name ?? `Acuerda con ${driver.name} dónde te subes`, ...changes].join(
      ' · ',
    ),
    driver: isDay && vehicle.plate ? { ...driver, plate: vehicle.plate } : null,
    ...said,
  }
}

/** What the card knows of a person's own trip. */
export type OwnTrip = {
  tripId: string
  state: TripState
  isPaused: boolean
  departsAt: string
  arrivesAt: string
  to: string
}

/** The card of a driver's own trip. @param sold its sold seats in words */
export function ownTripCard(trip: OwnTrip, sold: string, now: Date): HomeCard {
  const { tripId, state, isPaused, departsAt, arrivesAt, to } = trip
  const moment = momentOfTrip(
    {
      state,
      departsAt: new Date(departsAt),
      endsAt: new Date(arrivesAt),
      isPaused,
      hasRequests: false,
      hasToRate: false,
    },
    now,
  )
  const day = dayTo(departsAt, to, now)
  const isDay = ['two_hours', 'late', 'riding', 'no_news'].includes(moment)
  const said = moment === 'paused' ? 'Tu viaje está en pausa' : isDay && tripStateWords(state).text
  return {
    ...plain,
    tone: moment === 'paused' || moment === 'late' || moment === 'no_news' ? 'warn' : 'band',
    to: isDay ? paths.runSheet(tripId) : paths.ownTrip(tripId),
    state: said || day,
    aside: said ? day : '',
    title: time(departsAt),
    detail: sold,
  }
}
