import { useState } from 'react'
import type { WaitingRating } from '#contract/ratings.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { RATING_ANCHOR, ratingKeys } from '#web/shared/ratings/rating-keys.ts'
import { StarChoice } from '#web/shared/ratings/stars.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { useAct } from '#web/ui/use-act.ts'

/** Stars for each passenger of a finished trip, in place; nothing when nobody waits for them. */
export function RatePassengers({ waiting }: { waiting: readonly WaitingRating[] }) {
  if (waiting.length === 0) return null
  return (
    <CardSection title="¿Cómo te fue con ellos?">
      <ul aria-label="Pasajeros por calificar" className="grid gap-4 divide-y divide-line">
        {waiting.map((each) => (
          <li key={each.bookingId} className="not-first:pt-4">
            <RateOne waiting={each} />
          </li>
        ))}
      </ul>
    </CardSection>
  )
}

/** A rating cannot be changed: the stars are chosen, and leave with their own press. */
function RateOne({ waiting: { bookingId, about } }: { waiting: WaitingRating }) {
  const [stars, setStars] = useState<number | null>(null)
  const rate = useAct(
    (body: { stars: number }) => api.ratings.rate({ params: { bookingId }, body }),
    { done: `Calificaste a ${about.name}`, refresh: [ratingKeys.all()] },
  )
  return (
    <>
      <StarChoice legend={about.name} chosen={stars} onChoose={setStars} />
      {stars !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button size="sm" pending={rate.isPending} onClick={() => rate.mutate({ stars })}>
            Enviar<span className="sr-only"> las estrellas de {about.name}</span>
          </Button>
          <Link
            to={`${paths.booking(bookingId)}#${RATING_ANCHOR}`}
            className="inline-flex min-h-11 items-center"
          >
            Decir algo más
          </Link>
        </p>
      )}
      <ErrorBanner error={rate.error} />
    </>
  )
}
