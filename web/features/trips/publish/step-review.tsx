import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#web/lib/api.ts'
import { confirmKey, forgetConfirmKey, isFinalRefusal } from '#web/lib/confirm-key.ts'
import { dateLong, pesos, seats as seatsText, time } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import type { SessionUser } from '#web/lib/session-state.ts'
import { paymentModeWords } from '#web/lib/trip-words.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { toastDone } from '#web/ui/toaster.tsx'
import { TripCard } from '#web/ui/trip-card.tsx'
import { type Draft, departsAt, type PublishStep, placesOf, publishBody } from './publish-draft.ts'
import { PublishRefusal } from './publish-refusal.tsx'
import { useQuote } from './use-quote.ts'

const SCREEN = 'publish'

type StepReviewProps = {
  draft: Draft
  user: SessionUser
  goTo: (step: PublishStep) => void
  onPublished: () => void
}

/** The passenger's card as it will be, every answer once more, and the button that publishes. */
export function StepReview({ draft, user, goTo, onPublished }: StepReviewProps) {
  const quote = useQuote(draft)
  const navigate = useNavigate()
  const client = useQueryClient()
  const online = useOnline()
  const price = draft.price ?? quote.data?.seat.recommended ?? null
  const publish = useMutation({
    mutationFn: async () => {
      const body = price === null ? null : publishBody(draft, price)
      if (!body) throw new Error('the draft is not finished')
      return await api.trips.publish({ body, idempotencyKey: confirmKey(SCREEN, body) })
    },
    onSuccess: ({ trip }) => {
      forgetConfirmKey(SCREEN)
      toastDone('Tu viaje quedó publicado.')
      void client.invalidateQueries({ queryKey: queryKeys.publishedTrips() })
      void client.invalidateQueries({ queryKey: ['search'] })
      void navigate(paths.trip(trip.id), { replace: true })
      onPublished()
    },
    onError: (error) => {
      if (isFinalRefusal(error)) forgetConfirmKey(SCREEN)
    },
  })
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
  if (!quote.data || price === null) return <SkeletonList rows={2} rowClass="h-52" />
  return (
    <>
      <Preview draft={draft} user={user} price={price} minutes={quote.data.durationMinutes} />
      <Answers draft={draft} price={price} goTo={goTo} />
      <Banner tone="info" live="off">
        Si cancelas después de publicar, tus pasajeros recuperan todo su dinero.
      </Banner>
      {publish.isError && (
        <TakesFocus>
          <PublishRefusal error={publish.error} goTo={goTo} />
        </TakesFocus>
      )}
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
    </>
  )
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
        ...(draft.preferences.pets ? ['Acepta mascotas'] : []),
        ...draft.paymentModes.map((mode) => paymentModeWords[mode].title),
      ]}
    />
  )
}

type AnswersProps = { draft: Draft; price: number; goTo: (step: PublishStep) => void }

function Answers({ draft, price, goTo }: AnswersProps) {
  const moment = departsAt(draft) ?? ''
  const route = placesOf(draft).map((place) => place.label)
  const rows: { step: PublishStep; label: string; value: string }[] = [
    { step: 'ruta', label: 'Ruta', value: route.join(' → ') },
    { step: 'fecha', label: 'Salida', value: `${dateLong(moment)}, ${time(moment)}` },
    { step: 'vehiculo', label: 'Cupos', value: seatsText(draft.seats) },
    { step: 'precio', label: 'Precio', value: `${pesos(price)} por todo el recorrido` },
    {
      step: 'detalles',
      label: 'Pago',
      value: draft.paymentModes.map((mode) => paymentModeWords[mode].title).join(' y '),
    },
  ]
  return (
    <Card>
      <dl className="grid divide-y divide-line">
        {rows.map((row) => (
          <div key={row.step} className="flex items-center justify-between gap-3 py-2">
            <div className="min-w-0">
              <dt className="text-sm text-muted">{row.label}</dt>
              <dd className="font-semibold">{row.value}</dd>
            </div>
            <dd>
              <Button
                variant="ghost"
                size="sm"
                aria-label={`Cambiar ${row.label.toLowerCase()}`}
                onClick={() => goTo(row.step)}
              >
                Cambiar
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
