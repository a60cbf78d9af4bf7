import type { Quote } from '#contract/pricing.ts'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import { TripCard } from '#web/domain/trips/trip-card.tsx'
import { paymentModeWords } from '#web/domain/trips/trip-words.ts'
import { ContactForm } from '#web/domain/users/contact-form.tsx'
import { missingContact } from '#web/domain/users/missing-contact.ts'
import { useOnline } from '#web/lib/online.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { DriveWarnings } from './drive-warnings.tsx'
import {
  type Draft,
  departsAt,
  type Prices,
  type PublishStep,
  seatPriceOf,
} from './publish-draft.ts'
import { PublishRefusal } from './publish-refusal.tsx'
import { Answers } from './review-answers.tsx'
import { usePublish } from './use-publish.ts'
import { useQuote, useReturnQuote } from './use-quote.ts'

type StepReviewProps = {
  draft: Draft
  user: SessionUser
  goTo: (step: PublishStep) => void
  onPublished: () => void
}

/** Last step: preview of the trip's card, summary of all answers, and the publish button. */
export function StepReview({ draft, user, goTo, onPublished }: StepReviewProps) {
  const quote = useQuote(draft)
  const back = useReturnQuote(draft)
  const online = useOnline()
  const prices = pricesOf(draft, quote.data, back.data)
  const publish = usePublish(draft, prices, onPublished)
  if (quote.isError) {
    return (
      <LoadFailed
        what="tu ruta"
        error={quote.error}
        onRetry={() => void quote.refetch()}
        retrying={quote.isFetching}
      />
    )
  }
  if (!quote.data || !prices) return <SkeletonList rows={2} rowClass="h-52" />
  return (
    <>
      <Preview draft={draft} user={user} price={prices.seat} minutes={quote.data.durationMinutes} />
      <Answers draft={draft} prices={prices} quote={quote.data} goTo={goTo} />
      <DriveWarnings draft={draft} vehicleId={draft.vehicleId} />
      <Banner tone="info" live="off">
        Si cancelas después de publicar, tus pasajeros recuperan todo su dinero.
      </Banner>
      {publish.isError && (
        <TakesFocus>
          <PublishRefusal error={publish.error} goTo={goTo} />
        </TakesFocus>
      )}
      {missingContact(user).length > 0 ? (
        <>
          <h3 className="text-xl">Completa tus datos para publicar</h3>
          <ContactForm user={user} />
        </>
      ) : (
        <BottomBar
          action={
            <Button
              pending={publish.isPending}
              pendingText="Publicando…"
              disabled={!online}
              onClick={() => publish.mutate()}
            >
              Publicar viaje
            </Button>
          }
        >
          <Button variant="ghost" onClick={() => goTo('detalles')}>
            Atrás
          </Button>
        </BottomBar>
      )}
    </>
  )
}

/** Prices of the trip and its return trip; null until both are known. */
function pricesOf(draft: Draft, quote?: Quote, back?: Quote): Prices | null {
  const returnSeat = draft.returning?.price ?? back?.seat.recommended ?? null
  if (!quote || (draft.returning && !returnSeat)) return null
  return { seat: seatPriceOf(draft, quote), returnSeat: draft.returning ? returnSeat : null }
}

type PreviewProps = { draft: Draft; user: SessionUser; price: number; minutes: number }

function Preview({ draft, user, price, minutes }: PreviewProps) {
  const moment = departsAt(draft)
  if (!moment || !draft.origin || !draft.destination) return null
  return (
    <TripCard
      from={{ name: draft.origin.label, at: moment }}
      until={{ name: draft.destination.label, at: Date.parse(moment) + minutes * 60_000 }}
      price={price}
      driver={{
        name: user.first_name ?? user.username ?? 'Tú',
        verified: user.profile.verification,
      }}
      seatsLeft={draft.seats}
      seatsTotal={draft.seats}
      instant={draft.instant}
      badges={[
        ...(draft.instant ? [] : ['Por solicitud']),
        ...(draft.preferences.womenOnly ? ['Solo mujeres'] : []),
        ...(draft.preferences.verifiedOnly ? ['Solo verificados'] : []),
        ...(draft.preferences.pets ? ['Acepta mascotas'] : []),
        ...draft.paymentModes.map((mode) => paymentModeWords[mode].title),
      ]}
    />
  )
}
