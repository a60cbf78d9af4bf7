import type { MetaDescriptor } from 'react-router'
import type { TripView } from '#contract/trips.ts'
import { titled } from '#web/lib/brand.ts'
import { date, pesos, plural, tripTime } from '#web/lib/format.ts'

const GENERIC = { title: titled('Viaje') }
/** Status of trips that are public. */
const SHOWN: readonly TripView['status'][] = ['published', 'in_progress', 'completed']

/** Metadata of a public trip; of the driver it contains only the first name. */
export function tripMeta(trip: TripView, origin: string): MetaDescriptor[] {
  const noindex = { name: 'robots', content: 'noindex' }
  if (!SHOWN.includes(trip.status)) return [GENERIC, noindex]
  const title = titleOf(trip)
  const description = descriptionOf(trip)
  const url = `${origin}/trips/${trip.id}`
  return [
    { title },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'es_CO' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${origin}/og/home.png` },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(hasLeft(trip) ? [noindex] : []),
  ]
}

function hasLeft({ status }: TripView): boolean {
  return status !== 'published'
}

function titleOf(trip: TripView): string {
  const [from, to] = [trip.stops[0], trip.stops.at(-1)]
  if (!from || !to) return GENERIC.title
  const day = date(from.at).replace(',', '').replace(' de ', ' ')
  const moment = `${from.name} → ${to.name}, ${day}, ${tripTime(from.at)}`
  if (hasLeft(trip)) return `${moment} · ya salió`
  return `${moment} · desde ${pesos(trip.seatPrice)} · ${seatsWords(trip.legs)}`
}

/** Free seats for the whole route; if only parts have seats, it says so. */
function seatsWords(legs: TripView['legs']): string {
  const free = legs.map(({ seatsLeft }) => seatsLeft)
  const whole = Math.min(...free)
  if (whole > 0) return plural(whole, 'cupo', 'cupos')
  return free.some((seats) => seats > 0) ? 'cupos por tramos' : 'sin cupos'
}

function descriptionOf({ driver, stops }: TripView): string {
  // Matches `Carlos R.`; a username is not used.
  const name = /^(\S+) \S\.$/u.exec(driver.name)?.[1]
  const [from, to] = [stops[0], stops.at(-1)]
  const place = (stop: typeof from) => (stop ? `${stop.name} (${stop.department})` : '')
  return (
    `Viaje compartido${name ? ` con ${name}` : ''} de ${place(from)} a ${place(to)}. Mira las ` +
    'paradas y el precio por tramo, y reserva tu cupo en Cupo.'
  )
}
