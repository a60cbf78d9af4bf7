import { type ComponentProps, useEffect, useState } from 'react'
import { TRIP_DAYS_AHEAD_MAX } from '#contract/limits.ts'
import type { Quote } from '#contract/pricing.ts'
import type { OwnPhoto, VehicleView } from '#contract/verification.ts'
import {
  addDays,
  dateLong,
  dayInSentence,
  pesos,
  seats as seatsText,
  today,
  tripTime,
} from '#web/lib/format.ts'
import { useOnline } from '#web/lib/online.ts'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { TripCard } from '#web/shared/trips/trip-card.tsx'
import { luggageWords, paymentModeWords, tripBadges } from '#web/shared/trips/trip-words.ts'
import { ContactForm } from '#web/shared/users/contact-form.tsx'
import { missingContact } from '#web/shared/users/missing-contact.ts'
import { Banner } from '#web/ui/banner.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { weekdaysText } from '../weekdays.ts'
import { DriveWarnings } from './expiring-papers.tsx'
import {
  type Draft,
  dateProblems,
  departsAt,
  earns,
  hasProblems,
  type Prices,
  type PublishStep,
  placesOf,
  returnDraft,
  type StepProps,
  seatPriceOf,
  shareText,
  weekdaysOf,
} from './publish-draft.ts'
import { PublishLater } from './publish-later.tsx'
import { PublishPhoto } from './publish-photo.tsx'
import { refusalIn } from './publish-refusal.ts'
import { RefusalWays } from './refusal-ways.tsx'
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
  if (!quote.data) {
    return <QueryState query={quote} what="tu ruta" rows={2} rowClass="h-52" />
  }
  if (!prices) return <SkeletonList rows={2} rowClass="h-52" />
  const asked = { draft, prices }
  const isVerified = !driver.data || mayPublish(draft, driver.data)
  return (
    <>
      <Preview draft={draft} user={user} price={prices.seat} minutes={quote.data.durationMinutes} />
      <Answers
        {...{ draft, prices, goTo }}
        quote={quote.data}
        car={driver.data?.vehicles.find(({ id }) => id === draft.vehicleId)}
      />
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
  /** Undefined while it is unknown. */
  car: Pick<VehicleView, 'brand' | 'model' | 'plate'> | undefined
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
              <div key={label} className="py-2">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="flex flex-wrap items-center gap-x-3 font-semibold">
                  <span className="min-w-0 flex-1 basis-[7.5rem] wrap-anywhere">{value}</span>
                  <Button
                    variant="ghost"
                    size="sm"
                    aria-label={`Cambiar ${label.toLowerCase()}`}
                    onClick={() => goTo(step)}
                    className="-my-2"
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
export function answersOf(told: Told): [PublishStep, string, string?][] {
  const { draft, prices, quote, way, car } = told
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
    ['vehiculo', 'Vehículo', car && `${car.brand} ${car.model} · ${car.plate}`],
    ['vehiculo', 'Cupos', seatsText(draft.seats)],
    ['precio', 'Precio', `${pesos(prices.seat)} por todo el recorrido`],
    ['precio', 'Recibes por cupo', `${received}, sin la comisión del ${shareText(quote)}`],
    ['fecha', 'Regreso', returnText(back && departsAt(back), prices.returnSeat)],
    ['fecha', 'Se repite', repeatText(draft)],
    ['detalles', 'Pago', modes.join(' y ')],
    ['detalles', 'Equipaje', luggageWords[draft.preferences.luggage]],
    ['detalles', 'Notas', draft.notes.trim() || undefined],
  ]
}

function returnText(at: string | null, seat: number | null | undefined): string | undefined {
  return at && seat ? `${dateLong(at)}, ${tripTime(at)}, a ${pesos(seat)}` : undefined
}

function repeatText(draft: Draft): string | undefined {
  if (!draft.repeat) return undefined
  const { until } = draft.repeat
  const last = until ? `, hasta ${dayInSentence(until)}` : ''
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

type RepeatDayProps = Pick<StepProps, 'draft' | 'change'> & {
  /** Called with whether the day in the fields cannot be published. */
  onLack: (lacks: boolean) => void
}

/** Day and hour of a trip that is published again; an unfinished date does not reach the draft. */
export function RepeatDay({ draft, change, onLack }: RepeatDayProps) {
  const [{ date, time }, setFields] = useState<Pick<Draft, 'date' | 'time'>>(draft)
  const problems = dateProblems({ ...draft, date, time })
  const set = (next: Partial<Pick<Draft, 'date' | 'time'>>) => {
    const fields = { date, time, ...next }
    setFields(fields)
    const lacks = hasProblems(dateProblems({ ...draft, ...fields }))
    onLack(lacks)
    if (!lacks) change(fields)
  }
  const as = draft.repeated?.back ? 'Es el regreso: todo va al revés de' : 'Todo va como en'
  return (
    <Card className="grid gap-4">
      <p>
        {draft.repeated?.priceChanged
          ? `${as} ese viaje, menos el precio: ya no se permite y va el recomendado.`
          : `${as} ese viaje. Mira el día y publica.`}
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="Fecha del viaje"
          type="date"
          min={today()}
          max={addDays(today(), TRIP_DAYS_AHEAD_MAX)}
          value={date}
          error={problems.date}
          onChange={(event) => set({ date: event.target.value })}
        />
        <TextField
          label="Hora de salida"
          type="time"
          value={time}
          error={problems.time}
          onChange={(event) => set({ time: event.target.value })}
        />
      </div>
    </Card>
  )
}
