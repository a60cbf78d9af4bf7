import { useLocation } from 'react-router'
import type { TripView } from '#contract/trips.ts'
import { dateLong } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { CardSection } from '#web/ui/card.tsx'
import { LateShare } from '#web/ui/late-share.tsx'
import { Link } from '#web/ui/link.tsx'
import { publishedNews } from './published-news.ts'

/** Whether sharing comes first on the driver's page: the trip is sold, and nobody has booked. */
export function sharesFirst(trip: TripView): boolean {
  const isEmpty = trip.legs.every((leg) => leg.seatsLeft === trip.seats)
  return trip.viewer === 'driver' && trip.status === 'published' && !trip.paused && isEmpty
}

type ShareFirstProps = { text: string; path: string }

/** Sharing as the first action of a trip without passengers; right after publishing, the result. */
export function ShareFirst({ text, path }: ShareFirstProps) {
  const news = publishedNews(useLocation().state)
  const skipped = news?.skipped ?? []
  return (
    <CardSection title="Comparte tu viaje">
      <div className="grid gap-3">
        {news && (
          <p role="status" className="font-semibold">
            {news.text}
          </p>
        )}
        <p className="text-muted">
          Envíalo a tus grupos y contactos: quien abra el enlace ve el viaje y reserva.
        </p>
        <LateShare primary label="Compartir viaje" text={text} path={path} />
        {skipped.length > 0 && (
          <div className="border-t border-line pt-3">
            <h3 className="font-semibold">
              {skipped.length === 1 ? 'Un día quedó por fuera' : 'Días que quedaron por fuera'}
            </h3>
            <ul aria-label="Días por fuera" className="grid gap-2 pt-1">
              {skipped.map(({ date, reason }) => (
                <li key={date}>
                  <span className="block font-semibold first-letter:uppercase">
                    {dateLong(`${date}T12:00:00-05:00`)}
                  </span>
                  <span className="block text-sm text-muted">{reason}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {news && (
          <p>
            <Link to={paths.myTrips('conductor')}>Ver mis viajes</Link>
          </p>
        )}
      </div>
    </CardSection>
  )
}
