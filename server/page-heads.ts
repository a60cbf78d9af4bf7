import { findTripFacts, placeAt, seatsLeft, type TripFacts } from './domains/trips/trips.public.ts'
import { findPeople } from './domains/users/users.public.ts'
import type { Deps } from './platform/deps.ts'
import type { HeadReader, PageHead } from './platform/http/page-head.ts'

const TRIP_PAGE = /^\/trips\/([^/]+)$/i
/** What its driver and its passengers do with it. */
const PAGE_OF_TRIP = /^\/trips\/([^/]+)\/(?:edit|run|scan|book)$/i
const TRIP_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const SHOWN = new Set(['published', 'in_progress', 'completed'])

/** The pages whose address says what they show, for whoever shares it. */
export function pageHeads(deps: Deps): HeadReader[] {
  return [
    {
      pattern: TRIP_PAGE,
      read: ([, tripId = '']) => tripHead(deps, tripId),
    },
    {
      pattern: PAGE_OF_TRIP,
      read: async ([, tripId = '']) => ((await findTrip(deps, tripId)) ? null : 'missing'),
    },
  ]
}

async function findTrip(deps: Deps, tripId: string): Promise<TripFacts | null> {
  if (!TRIP_ID.test(tripId)) return null
  return (await findTripFacts(deps.db, tripId.toLowerCase())) ?? null
}

/** A trip that everybody may see; of its driver nothing but the first name. */
async function tripHead(deps: Deps, tripId: string): Promise<PageHead | 'missing' | null> {
  const trip = await findTrip(deps, tripId)
  if (!trip) return 'missing'
  if (!SHOWN.has(trip.status)) return null
  const [people, free] = await Promise.all([
    findPeople(deps.db, [trip.driverId]),
    seatsLeft(deps.db, trip.id),
  ])
  const { site } = deps.urls
  const left = deps.clock.now() >= trip.departsAt
  return {
    title: titleOf(trip, left ? null : free),
    description: descriptionOf(trip, firstName(people.get(trip.driverId)?.name ?? '')),
    url: `${site}/trips/${trip.id}`,
    image: `${site}/og/home.png`,
    hidden: left,
  }
}

/** Of `Carlos R.`; a username is not one. */
function firstName(name: string): string | null {
  return /^(\S+) \S\.$/u.exec(name)?.[1] ?? null
}

/** `free` per leg, or null once the car has left. */
function titleOf(trip: TripFacts, free: readonly number[] | null): string {
  const [from, to] = endsOf(trip)
  const moment = `${from.name} → ${to.name}, ${dayOf(from.at)}, ${timeOf(from.at)}`
  if (!free) return `${moment} · ya salió`
  return `${moment} · desde ${pesos.format(trip.seatPrice)} · ${seatsWords(free)}`
}

/** For the whole way; where only parts of it have seats, that is what there is. */
function seatsWords(free: readonly number[]): string {
  const whole = Math.min(...free)
  if (whole > 0) return whole === 1 ? '1 cupo' : `${whole} cupos`
  return free.some((seats) => seats > 0) ? 'cupos por tramos' : 'sin cupos'
}

function descriptionOf(trip: TripFacts, driver: string | null): string {
  const [from, to] = endsOf(trip)
  return (
    `Viaje compartido${driver ? ` con ${driver}` : ''} de ${from.name} (${from.department}) a ` +
    `${to.name} (${to.department}). Mira las paradas y el precio por tramo, y reserva tu cupo ` +
    'en Cupo.'
  )
}

function endsOf(trip: TripFacts) {
  return [placeAt(trip, 0), placeAt(trip, trip.places.length - 1)] as const
}

const inBogota = { timeZone: 'America/Bogota' } as const
const day = new Intl.DateTimeFormat('es-CO', {
  ...inBogota,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const time = new Intl.DateTimeFormat('es-CO', {
  ...inBogota,
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})
const pesos = new Intl.NumberFormat('es-CO', {
  style: 'currency',
  currency: 'COP',
  maximumFractionDigits: 0,
})

/** `vie 27 nov` */
function dayOf(at: Date): string {
  const words = ['weekday', 'day', 'month']
  const parts = day.formatToParts(at).filter(({ type }) => words.includes(type))
  return parts.map(({ value }) => value.replace('.', '')).join(' ')
}

/** `5:00 a. m.` */
function timeOf(at: Date): string {
  return time.format(at).replace(/\s/g, ' ')
}
