import { useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { RATING_ANCHOR } from '#web/domain/ratings/rating-anchor.ts'
import { ratingKeys } from '#web/domain/ratings/rating-keys.ts'
import { api } from '#web/lib/api.ts'
import { relativeDay, timeAndDay } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ButtonLink } from '#web/ui/link.tsx'

/** Journeys to rate, above the list of trips. Renders nothing while loading or after a failure. */
export function WaitingRatings() {
  const { data } = useQuery({
    queryKey: ratingKeys.waiting(),
    queryFn: ({ signal }) => api.ratings.waiting({ signal }),
  })
  const waiting = data?.waiting ?? []
  if (waiting.length === 0) return null
  return (
    <section aria-label="Viajes por calificar">
      <ul className="grid gap-3">
        {waiting.map(({ bookingId, about, from, to, at, closesAt }) => (
          <li
            key={bookingId}
            className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line
              bg-surface p-4 shadow-card"
          >
            <Star aria-hidden="true" className="size-6 shrink-0 fill-maiz text-maiz" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold break-words">Califica tu viaje con {about.name}</p>
              <p className="text-sm text-muted">
                {from} → {to} · {relativeDay(at)}. Hasta las {timeAndDay(closesAt)}.
              </p>
            </div>
            <ButtonLink
              size="sm"
              to={`${paths.booking(bookingId)}#${RATING_ANCHOR}`}
              aria-label={`Calificar tu viaje con ${about.name}`}
            >
              Calificar
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
