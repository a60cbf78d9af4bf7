import { type ComponentProps, useEffect, useState } from 'react'
import type { Quote } from '#contract/pricing.ts'
import type { OwnPhoto } from '#contract/verification.ts'
import { dateLong, dayInSentence, pesos, seats as seatsText, tripTime } from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { TripCard } from '#web/shared/trips/trip-card.tsx'
import { paymentModeWords, tripBadges } from '#web/shared/trips/trip-words.ts'
import { ContactForm } from '#web/shared/users/contact-form.tsx'
import { missingContact } from '#web/shared/users/missing-contact.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { weekdaysText } from '../weekdays.ts'
import { DriveWarnings } from './expiring-papers.tsx'
import {
  type Draft,
  departsAt,
  earns,
  type Prices,
  type PublishStep,
  placesOf,
  returnDraft,
  seatPriceOf,
  shareText,
  weekdaysOf,
} from './publish-draft.ts'
import { PublishLater } from './publish-later.tsx'
import { PublishPhoto } from './publish-photo.tsx'
import { refusalIn } from './publish-refusal.ts'
import { RefusalWays } from './refusal-ways.tsx'
import { RepeatDay } from './repeat-day.tsx'
import { mayPublish, needsPhoto, useDriver } from './use-driver.ts'
import { usePublish } from './use-publish.ts'
import { useQuote, useReturnQuote, useWays } from './use-quote.ts'

type StepReviewProps = {
  draft: Draft
  change: (next: Partial<Draft>) => void
  user: SessionUser
  goTo: (step: PublishStep) => void
  onPublished: () => void
}

/** Last step; for a trip that is published again, with its day above. */
export function StepReview({ change, ...review }: StepReviewProps) {
  const [lacksDay, setLacksDay] = useState(false)
  return (
    <>
      {review.draft.repeated && (
        <RepeatDay draft={review.draft} change={change} onLack={setLacksDay} />
      )}
      <Review {...review} lacksDay={lacksDay} />
    </>
  )
}

type ReviewProps = Omit<StepReviewProps, 'change'> & {
  /** Whether the day in the fields above cannot be published. */
  lacksDay: boolean
}

/** Preview of the trip's card, summary of all answers, and the publish button. */
function Review({ draft, user, goTo, onPublished, lacksDay }: ReviewProps) {
  const quote = useQuote(draft)
  const back = useReturnQuote(draft)
  const driver = useDriver()
  const prices = pricesOf(draft, quote.data, back.data)
  if (!quote.isSuccess) {
    return <QueryState query={quote} what="tu ruta" rows={2} rowClass="h-52" />
  }
  if (!prices) return <SkeletonList rows={2} rowClass="h-52" />
  const asked = { draft, prices }
  const isVerified = !driver.data || mayPublish(draft, driver.data)
  return (
    <>
      <Preview draft={draft} user={user} price={prices.seat} minutes={quote.data.durationMinutes} />
      <Answers draft={draft} prices={prices} quote={quote.data} goTo={goTo} />
      <DriveWarnings draft={draft} vehicleId={draft.vehicleId} />
      {draft.paymentModes.includes('billetera') && (
        <Banner tone="info" live="off">
          Si cancelas después de publicar, quien pagó con su billetera recupera todo.
        </Banner>
      )}
      {missingContact(user).length > 0 ? (
        <>
          <h3 className="text-xl">Completa tus datos para publicar</h3>
          <ContactForm user={user} />
        </>
      ) : isVerified ? (
        <Publish {...{ asked, goTo, onPublished, lacksDay }} photo={driver.data?.photo} />
      ) : (
        <PublishLater {...asked} photo={driver.data?.photo} onBack={() => goTo('detalles')} />
      )}
    </>
  )
}

type PublishProps = Pick<ReviewProps, 'goTo' | 'onPublished' | 'lacksDay'> & {
  asked: { draft: Draft; prices: Prices }
  photo: OwnPhoto | undefined
}

/** The button that publishes, and above it the refusal of the last try. */
function Publish({ asked, goTo, onPublished, photo, lacksDay }: PublishProps) {
  const online = useOnline()
  const publish = usePublish(onPublished)
  const { draft, prices } = asked
  const { reset } = publish
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed draft was not refused.
  useEffect(() => reset(), [draft, reset])
  const refusal = publish.isError ? refusalIn(publish.error) : null
  const isPhotoRefused = refusal?.code === 'profile_photo_needed'
  const asksPhoto = (isPhotoRefused || needsPhoto(photo)) && !publish.isSuccess
  const publishOthers = (others: Draft) => {
    const isReturn = others.origin?.id !== draft.origin?.id
    const seat = isReturn ? (prices.returnSeat ?? prices.seat) : prices.seat
    publish.mutate({ draft: others, prices: isReturn ? { seat } : prices })
  }
  return (
    <>
      {refusal && (
        <TakesFocus>
          <PublishFailed {...{ draft, goTo, refusal }} onOthers={publishOthers} />
        </TakesFocus>
      )}
      {asksPhoto && (
        <PublishPhoto photo={photo} onSet={() => publish.mutate(asked)}>
          Elegir foto y publicar
        </PublishPhoto>
      )}
      <BottomBar
        action={
          !asksPhoto && (
            <Button
              pending={publish.isPending}
              pendingText="Publicando…"
              disabled={!online || lacksDay}
              onClick={() => publish.mutate(asked)}
            >
              Publicar viaje
            </Button>
          )
        }
      >
        <Button variant="ghost" onClick={() => goTo('detalles')}>
          Atrás
        </Button>
      </BottomBar>
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
      meetingPoint={draft.points[draft.origin.id]?.name ?? null}
      badges={tripBadges({ ...draft.preferences, ...draft, needsApproval: !draft.instant })}
    />
  )
}

type AnswersProps = {
  draft: Draft
  prices: Prices
  quote: Pick<Quote, 'commissionBp'>
  goTo: (step: PublishStep) => void
}

function Answers({ goTo, ...told }: AnswersProps) {
  const { ways, chosen } = useWays(told.draft)
  const way = ways.length > 1 ? chosen?.label : undefined
  return (
    <Card>
      <dl className="grid divide-y divide-line">
        {answersOf({ ...told, way }).map(
          ([step, label, value]) =>
            value && (
              <div key={label} className="flex flex-wrap items-center gap-x-3 py-2">
                <div className="min-w-0 flex-1 basis-[7.5rem]">
                  <dt className="text-sm text-muted">{label}</dt>
                  <dd className="font-semibold">{value}</dd>
                </div>
                <dd>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Cambiar ${label.toLowerCase()}`}
                    onClick={() => goTo(step)}
                  >
                    Cambiar
                  </Button>
                </dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  )
}

/** `way` is the name of the route, if there was a choice. */
type Told = Omit<AnswersProps, 'goTo'> & { way: string | undefined }

/** Step, label and value of each answer; answers without a value are not shown. */
function answersOf({ draft, prices, quote, way }: Told): [PublishStep, string, string?][] {
  const moment = departsAt(draft) ?? ''
  const [origin, ...rest] = placesOf(draft).map((place) => place.label)
  const back = returnDraft(draft)
  const points = placesOf(draft).flatMap(({ id }) => draft.points[id]?.name ?? [])
  const received = pesos(earns(prices.seat, quote))
  const modes = draft.paymentModes.map((mode) => paymentModeWords[mode].title)
  return [
    ['ruta', 'Ruta', `${origin} → ${rest.at(-1)}`],
    ['ruta', 'Camino', way],
    ['ruta', 'Paradas', rest.slice(0, -1).join(' · ') || 'Ninguna'],
    ['ruta', 'Encuentro', points.join(', ') || 'Lo acuerdas después con tus pasajeros'],
    ['fecha', 'Salida', `${dateLong(moment)}, ${tripTime(moment)}`],
    ['vehiculo', 'Cupos', seatsText(draft.seats)],
    ['precio', 'Precio', `${pesos(prices.seat)} por todo el recorrido`],
    ['precio', 'Recibes por cupo', `${received}, sin la comisión del ${shareText(quote)}`],
    ['fecha', 'Regreso', returnText(back && departsAt(back), prices.returnSeat)],
    ['fecha', 'Se repite', repeatText(draft)],
    ['detalles', 'Pago', modes.join(' y ')],
  ]
}

function returnText(at: string | null, seat: number | null | undefined): string | undefined {
  return at && seat ? `${dateLong(at)}, ${tripTime(at)}, a ${pesos(seat)}` : undefined
}

function repeatText(draft: Draft): string | undefined {
  if (!draft.repeat) return undefined
  const { until } = draft.repeat
  const last = until ? `, hasta ${dayInSentence(`${until}T12:00:00-05:00`)}` : ''
  return `Cada ${weekdaysText(weekdaysOf(draft))}${last}`
}

/** Why it was not published, with the ways out. The draft is kept. */
function PublishFailed(props: Omit<ComponentProps<typeof RefusalWays>, 'step'>) {
  return (
    <Banner
      tone="err"
      title={props.refusal.message}
      action={<RefusalWays {...props} step="revisar" />}
    >
      Tu viaje no se publicó y lo que escribiste sigue aquí.
    </Banner>
  )
}
