import { useEffect, useState } from 'react'
import type { BookingState, BookingView } from '#contract/booking-view.ts'
import type { BookingRating as Rating } from '#contract/ratings.ts'
import { useUser } from '#web/domain/auth/session.tsx'
import { PersonMenu } from '#web/domain/conduct/person-menu.tsx'
import { RATING_ANCHOR } from '#web/domain/ratings/rating-anchor.ts'
import { ReplyForm } from '#web/domain/ratings/reply-form.tsx'
import { WrittenRating } from '#web/domain/ratings/written-rating.tsx'
import { paths } from '#web/lib/paths.ts'
import { Banner } from '#web/ui/banner.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { NotTogether } from './not-together.tsx'
import { RatingForm } from './rating-form.tsx'
import { useRating } from './use-rating.ts'

/** States in which nothing can be rated; the server decides in all other states. */
const NOTHING: readonly BookingState[] = [
  'requested',
  'confirmed',
  'checked_in',
  'rejected',
  'expired',
]

/** Ratings between driver and passenger of a booking; nothing while none are possible. */
export function BookingRating({ booking }: { booking: BookingView }) {
  return NOTHING.includes(booking.state) ? null : <Ratings bookingId={booking.id} />
}

function Ratings({ bookingId }: { bookingId: string }) {
  const answer = useRating(bookingId)
  if (answer.isPending) return <Skeleton className="h-40 w-full" />
  if (answer.isError) {
    return (
      <LoadFailed
        what="la calificación"
        error={answer.error}
        onRetry={() => void answer.refetch()}
        retrying={answer.isFetching}
      />
    )
  }
  const { rating } = answer.data
  if (!rating.outcome && !rating.mine && !rating.theirs) return null
  return <Loaded rating={rating} />
}

function Loaded({ rating }: { rating: Rating }) {
  const { about, mine, theirs, can } = rating
  const [sent, setSent] = useState(false)
  useEffect(() => {
    // Scroll here, because the browser looked for the anchor before this part had loaded.
    if (window.location.hash === `#${RATING_ANCHOR}`) {
      document.getElementById(RATING_ANCHOR)?.scrollIntoView()
    }
  }, [])
  if (!can.rate && !mine && !theirs && !can.notTogether && !rating.notTogether) return null
  return (
    <div id={RATING_ANCHOR} className="scroll-mt-20">
      <CardSection
        title={can.rate ? `Califica a ${about.name}` : 'Calificaciones'}
        aside={<Link to={paths.person(about.id)}>Ver su perfil</Link>}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Review rating={rating} />
          {can.rate && <RatingForm rating={rating} onSent={() => setSent(true)} />}
          {mine && sent && (
            <TakesFocus>
              <Banner tone="ok" title="Gracias por calificar">
                {theirs
                  ? 'Ya calificaron los dos: esto dijo cada uno.'
                  : `Cuando ${about.name} también califique, verán lo que dijo cada uno.`}
              </Banner>
            </TakesFocus>
          )}
          <Both rating={rating} />
          {can.notTogether && <NotTogether rating={rating} />}
        </div>
      </CardSection>
    </div>
  )
}

function Both({ rating: { about, mine, theirs, can } }: { rating: Rating }) {
  const user = useUser()
  const me = user.first_name ?? 'ti'
  return (
    <>
      {theirs && (
        <section aria-label={`Lo que dijo ${about.name}`} className="grid gap-2">
          <div className="flex items-center justify-between gap-2">
            <h3 className="min-w-0 font-semibold break-words">{about.name} dijo de ti</h3>
            <PersonMenu
              userId={about.id}
              name={about.name}
              context={{ kind: 'rating', id: theirs.id }}
              iconLabel={`Reportar la calificación de ${about.name}`}
            />
          </div>
          <WrittenRating rating={theirs} repliedBy={me}>
            {can.reply && <ReplyForm ratingId={theirs.id} />}
          </WrittenRating>
        </section>
      )}
      {mine && (
        <section aria-label="Lo que dijiste" className="grid gap-2">
          <h3 className="font-semibold">Tú dijiste</h3>
          <WrittenRating rating={mine} repliedBy={about.name} />
          {!theirs && !can.rate && (
            <p className="text-sm text-muted">
              {about.name} la verá cuando también califique, o cuando pasen 14 días.
            </p>
          )}
        </section>
      )}
    </>
  )
}

function Review({ rating: { notTogether, about } }: { rating: Rating }) {
  if (!notTogether) return null
  if (notTogether.outcome === 'count') {
    return (
      <Banner tone="info" live="off">
        Revisamos el viaje: las calificaciones cuentan.
      </Banner>
    )
  }
  if (notTogether.outcome === 'exclude') {
    return (
      <Banner tone="info" live="off">
        Revisamos el viaje: las calificaciones no cuentan.
      </Banner>
    )
  }
  return (
    <Banner tone="warn" live="off" title="Estamos revisando este viaje">
      {notTogether.mine ? 'Dijiste' : `${about.name} dijo`} que no viajaron juntos. Mientras tanto,
      las calificaciones no cuentan.
    </Banner>
  )
}
