import { CalendarClock, Clock3, Hourglass, type LucideIcon, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { StopPoint } from '#contract/trips.ts'
import { api } from '#web/lib/api.ts'
import {
  dateLong,
  dayAndTime,
  durationBetween,
  perSeats,
  pesos,
  seats as seatsText,
} from '#web/lib/format.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { cancellationSentence, returnsSentence } from '#web/shared/bookings/cancellation.ts'
import { rememberKeepPlace } from '#web/shared/bookings/seat-keeps/keep-place.ts'
import type { OwnKeep } from '#web/shared/bookings/seat-keeps/keep-time.ts'
import { PriceBreakdown } from '#web/shared/pricing/price-breakdown.tsx'
import { DriverRecord } from '#web/shared/standing/driver-record.tsx'
import { StopDetail } from '#web/shared/trips/point-line.tsx'
import { RouteLine } from '#web/shared/trips/route-line.tsx'
import { paymentModeWords } from '#web/shared/trips/trip-words.ts'
import { TrustBadge } from '#web/shared/users/trust-badge.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Later } from '#web/ui/later.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { BookChoices, focusChoice, type MeetingChoices } from './book-choices.tsx'
import {
  type BookPlan,
  bookVerb,
  type ChangePlan,
  keepOfferOf,
  topUpFor,
  topUpVerb,
} from './book-plan.ts'
import type { BookParams } from './book-steps.ts'
import { forgetIntent } from './booking-intent.ts'
import { ChangePromise } from './change-promise.tsx'
import { DriverLine } from './driver-line.tsx'
import { lacksPoint } from './meeting-choice.tsx'
import { type Obstacle, useConfirm } from './use-confirm.ts'

// Lazy: only for a refusal, or without enough money, or for a top-up that was not finished.
const BookRefusal = lazyPart(() => import('./book-refusal.tsx'), 'BookRefusal')
const keeps = () => import('./keep-panel.tsx')
const KeepPanel = lazyPart(keeps, 'KeepPanel')
const KeepOffer = lazyPart(keeps, 'KeepOffer')
const KeepEnded = lazyPart(keeps, 'KeepEnded')
const TopUpProblem = lazyPart(
  () => import('#web/shared/payments/top-up-problem.tsx'),
  'TopUpProblem',
)

type StepReviewProps = {
  plan: BookPlan
  user: SessionUser
  kept: OwnKeep | null | undefined
  /** Id of the seat keep that was made in these steps. */
  keepId: string | null
  returnTo: (keepId: string | null) => string
  onKeep: (keepId: string | null) => void
  choices: MeetingChoices
  onChange: (next: Partial<BookParams>) => void
  onBooked: (bookingId: string) => void
}

/** Choices, summary, balance before and after, and the button that books. */
export function StepReview(props: StepReviewProps) {
  const { plan, user, choices, onChange, onKeep, onBooked, returnTo } = props
  const [tried, setTried] = useState(false)
  const complete = !lacksPoint(choices.from)
  const [made, setMade] = useState<string | null>(null)
  const onKept = (id: string) => {
    setMade(id)
    onKeep(id)
  }
  const confirm = useConfirm({ plan, complete, user, onKept, onBooked, returnTo })
  useKeepPlace(plan, returnTo)
  const { book, balance } = confirm
  /** Runs the action, or asks for the missing choice. */
  const whenComplete = (act: () => void) => {
    if (complete) return act()
    setTried(true)
    focusChoice('points')
  }
  const keeping = (
    <Later rows={1}>
      <Keeping {...props} {...{ confirm, made }} />
    </Later>
  )
  return (
    <>
      {plan.keep && keeping}
      <BookChoices {...{ plan, choices, tried, onChange }} balance={balance.data} />
      <PlanRoute plan={plan} />
      <Payment plan={plan} balance={balance.data} />
      <Promises plan={plan} />
      {!plan.keep && keeping}
      {book.isError && (
        <Later rows={1}>
          <TakesFocus>
            <BookRefusal error={book.error} plan={plan} />
          </TakesFocus>
        </Later>
      )}
      <ConfirmBar {...{ plan, confirm, whenComplete }} />
    </>
  )
}

/** Stores the address of this booking for other screens, which show the clock of its seats. */
function useKeepPlace({ keep }: BookPlan, returnTo: StepReviewProps['returnTo']): void {
  const address = keep && returnTo(keep.id)
  useEffect(() => {
    if (keep && address) rememberKeepPlace(keep.id, address)
  }, [keep, address])
}

/** The cancellation rule, and the driver's deadline to answer. */
export function Promises({ plan }: { plan: BookPlan }) {
  const warning = useReturnsWarning(plan)
  const { mode, segment, change } = plan
  return (
    <ul className="grid gap-3 text-muted">
      <Fact Icon={CalendarClock}>
        {warning?.spent ? warning.text : cancellationSentence(mode, segment.departsAt)}
      </Fact>
      {warning && !warning.spent && <Fact Icon={RotateCcw}>{warning.text}</Fact>}
      {change && <ChangePromise />}
      {segment.answerUntil && (
        <Fact Icon={Hourglass}>
          El conductor tiene hasta {dayAndTime(segment.answerUntil)} para responder.
          {mode === 'billetera' &&
            ' Apartamos el dinero; si no acepta, vuelve completo a tu billetera.'}
        </Fact>
      )}
    </ul>
  )
}

function Fact({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-bosque" />
      {children}
    </li>
  )
}

export function Payment({ plan, balance }: { plan: BookPlan; balance: number | undefined }) {
  const { trip, segment, seats, mode, total, change } = plan
  const parts = change ? [plan, change] : [{ trip, segment }]
  const enough = balance !== undefined && balance >= total
  return (
    <CardSection title="Pago">
      <PriceBreakdown
        lines={parts.map((part) => ({
          label: change ? wayOf(part) : `${seatsText(seats)} × ${pesos(segment.price)}`,
          pesos: part.segment.price * seats,
          detail: change
            ? `${seatsText(seats)} × ${pesos(part.segment.price)}`
            : paymentModeWords[mode].title,
        }))}
        totalLabel={mode === 'billetera' ? 'Total de tu billetera' : 'Le pagas al conductor'}
        after={
          mode === 'billetera' && enough
            ? [
                { label: 'Tu saldo ahora', pesos: balance },
                { label: 'Tu saldo después', pesos: balance - total },
              ]
            : []
        }
      />
    </CardSection>
  )
}

type KeepingProps = Pick<StepReviewProps, 'plan' | 'kept' | 'keepId' | 'onKeep'> & {
  confirm: ReturnType<typeof useConfirm>
  /** Id of a keep that was just made on this screen. */
  made: string | null
}

/** The seat keep during a top-up: offered, open or ended. */
function Keeping({ plan, kept, keepId, onKeep, confirm, made }: KeepingProps) {
  const { missing } = confirm
  const { keep } = plan
  if (keep) {
    const release = () => {
      forgetIntent(plan)
      onKeep(null)
    }
    const panel = <KeepPanel {...{ keep, missing }} onReleased={release} />
    return keep.id === made ? <TakesFocus>{panel}</TakesFocus> : panel
  }
  const wasKept = keepId !== null && kept !== undefined && kept?.id !== keepId
  const ended = wasKept && plan.trip.status !== 'cancelled'
  const offer = keepOfferOf({ missing, ended, balanceKnown: !confirm.balance.isLoading })
  if (offer === null) return null
  if (offer === 'look')
    return <KeepEnded tripId={plan.trip.id} seats={plan.seats} replaced={kept !== null} />
  const keepsOthers = Boolean(kept)
  return <KeepOffer {...{ plan, missing, ended, keepsOthers }} keep={confirm.keep} />
}

type RouteProps = Pick<ChangePlan, 'trip' | 'segment'> & {
  /** Points chosen for the two ends, where the driver has set none. */
  on: StopPoint | null | undefined
  off: StopPoint | null | undefined
}

/** Route of one car: day, stops with times, driver and car, and what is known of the driver. */
function CarRoute({ trip, segment, on, off }: RouteProps) {
  const ends = [
    { stop: stopOf(trip, segment.fromStopId), own: on },
    { stop: stopOf(trip, segment.toStopId), own: off },
  ]
  const stops = ends.flatMap(({ stop, own }) =>
    stop
      ? [{ ...stop, detail: <StopDetail stop={{ ...stop, point: stop.point ?? own ?? null }} /> }]
      : [],
  )
  return (
    <>
      <Card className="grid gap-4">
        <p className="font-semibold first-letter:uppercase">{dateLong(segment.departsAt)}</p>
        <RouteLine stops={stops} />
        <p className="text-sm text-muted">
          Duración aproximada: {durationBetween(segment.departsAt, segment.arrivesAt)}
        </p>
        <div className="border-t border-line pt-4">
          <DriverLine {...trip}>
            {trip.driver.verified && <TrustBadge className="ml-auto" />}
          </DriverLine>
        </div>
      </Card>
      <DriverRecord driver={trip.driver} />
    </>
  )
}

/** Where a part begins and ends. */
const wayOf = ({ trip, segment }: Pick<ChangePlan, 'trip' | 'segment'>) =>
  [segment.fromStopId, segment.toStopId].map((id) => stopOf(trip, id)?.name).join(' → ')

const stopOf = ({ corridor }: BookPlan['trip'], id: string) =>
  corridor.find((stop) => stop.id === id)

/** The one car, or both with the wait between them. */
function PlanRoute({ plan: { trip, segment, points, change } }: { plan: BookPlan }) {
  const [on, off] = [points.from?.shown, points.to?.shown]
  if (!change) return <CarRoute {...{ trip, segment, on, off }} />
  const wait = durationBetween(segment.arrivesAt, change.segment.departsAt)
  return (
    <>
      <CarRoute {...{ trip, segment, on }} off={change.point} />
      <p className="flex gap-3 text-muted">
        <Clock3 className="mt-0.5 size-5 shrink-0 text-bosque" />
        {wait} para cambiar de carro en {change.point.name}, en el mismo punto
      </p>
      <CarRoute {...change} on={change.point} off={off} />
    </>
  )
}

type BarProps = {
  plan: BookPlan
  confirm: ReturnType<typeof useConfirm>
  whenComplete: (act: () => void) => void
}

/** Button that confirms; its action is the next possible one. */
function ConfirmBar(props: BarProps) {
  const { plan } = props
  const { obstacle, topUp } = props.confirm
  return (
    <>
      {topUp.error && (
        <Later rows={1}>
          <TopUpProblem error={topUp.error} userId={topUp.userId} />
        </Later>
      )}
      <BottomBar action={<Action {...props} />}>{besideButton(plan, obstacle)}</BottomBar>
    </>
  )
}

const reasons = {
  offline: 'Sin conexión',
  no_seats: 'Sin cupos',
  validating: 'Recarga en validación',
} as const

/** Text beside the button: the obstacle to booking, or the amount. */
function besideButton({ mode, segment, total }: BookPlan, obstacle: Obstacle): ReactNode {
  if (obstacle === 'money') return null
  if (obstacle) return <p className="text-sm font-semibold">{reasons[obstacle]}</p>
  const said = mode === 'billetera' && !segment.needsApproval
  return said ? null : <PesoAmount value={total} size="lg" />
}

function Action({ plan, confirm, whenComplete }: BarProps) {
  const { obstacle, online, missing, balance, book, keep, topUp, topUpAndBook } = confirm
  if (obstacle === 'no_seats') return <ButtonLink to={paths.search()}>Buscar otro viaje</ButtonLink>
  if (obstacle === 'validating') {
    return (
      <Button pending={balance.isFetching} onClick={() => void balance.refetch()}>
        Actualizar
      </Button>
    )
  }
  // The button is disabled while offline, because every action needs the server.
  if (missing > 0) {
    return (
      <Button
        pending={keep.isPending || topUp.leaving}
        pendingText={
          keep.isPending
            ? `Apartando ${perSeats(plan.seats, 'tu cupo', 'tus cupos')}…`
            : 'Abriendo el pago…'
        }
        disabled={!online}
        onClick={() => whenComplete(topUpAndBook)}
      >
        {topUpVerb(plan, pesos(topUpFor(missing)))}
      </Button>
    )
  }
  return (
    <Button
      pending={book.isPending}
      pendingText="Reservando…"
      disabled={!online || !balance.isFetched}
      onClick={() => whenComplete(() => book.mutate())}
    >
      {bookVerb(plan, pesos(plan.total))}
    </Button>
  )
}

/** Warning about the effect of earlier cancellations on this trip; null when there is none. */
function useReturnsWarning({ trip: { id: tripId }, mode }: BookPlan) {
  const terms = useRead(
    queryKeys.bookingTerms(tripId),
    (signal) => api.bookings.terms({ params: { tripId }, signal }),
    { staleTime: 0 },
  )
  const left = terms.data?.freeReturnsLeft
  const text = returnsSentence(mode, left)
  return text === null ? null : { text, spent: left === 0 }
}
