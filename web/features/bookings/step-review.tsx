import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Hourglass, RotateCcw } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { api } from '#web/lib/api.ts'
import {
  dateLong,
  dayAndTime,
  durationBetween,
  pesos,
  seats as seatsText,
} from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
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
import { Avatar } from '#web/ui/avatar.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardSection } from '#web/ui/card.tsx'
import { Later } from '#web/ui/later.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { PesoAmount } from '#web/ui/peso-amount.tsx'
import { TakesFocus } from '#web/ui/takes-focus.tsx'
import { BookChoices, focusChoice, type MeetingChoices } from './book-choices.tsx'
import { type BookPlan, bookVerb, keepOfferOf, topUpFor, topUpVerb } from './book-plan.ts'
import { BookRefusal } from './book-refusal.tsx'
import type { BookParams } from './book-steps.ts'
import { forgetIntent } from './booking-intent.ts'
import { KeepEnded, KeepOffer, KeepPanel } from './keep-panel.tsx'
import { lacksPoint, type OwnPoint } from './meeting-choice.tsx'
import { type Obstacle, useConfirm } from './use-confirm.ts'

// Lazy: only for a top-up that was not finished.
const TopUpProblem = lazy(async () => ({
  default: (await retryingImport(() => import('#web/shared/payments/top-up-problem.tsx')))
    .TopUpProblem,
}))

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
  const keeping = <Keeping {...props} {...{ confirm, made }} />
  return (
    <>
      {plan.keep && keeping}
      <BookChoices {...{ plan, choices, tried, onChange }} balance={balance.data} />
      <PlanRoute plan={plan} />
      <DriverRecord driver={plan.trip.driver} />
      <Payment plan={plan} balance={balance.data} />
      <Promises plan={plan} />
      {!plan.keep && keeping}
      {book.isError && (
        <TakesFocus>
          <BookRefusal error={book.error} plan={plan} />
        </TakesFocus>
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
  const { mode, segment } = plan
  return (
    <ul className="grid gap-3 text-muted">
      <li className="flex gap-3">
        <CalendarClock aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
        {warning?.spent ? warning.text : cancellationSentence(mode, segment.departsAt)}
      </li>
      {warning && !warning.spent && (
        <li className="flex gap-3">
          <RotateCcw aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
          {warning.text}
        </li>
      )}
      {segment.answerUntil && (
        <li className="flex gap-3">
          <Hourglass aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bosque" />
          El conductor tiene hasta {dayAndTime(segment.answerUntil)} para responder.
          {mode === 'billetera' &&
            ' Apartamos el dinero; si no acepta, vuelve completo a tu billetera.'}
        </li>
      )}
    </ul>
  )
}

export function Payment({ plan, balance }: { plan: BookPlan; balance: number | undefined }) {
  const { segment, seats, mode, total } = plan
  const enough = balance !== undefined && balance >= total
  return (
    <CardSection title="Pago">
      <PriceBreakdown
        lines={[
          {
            label: `${seatsText(seats)} × ${pesos(segment.price)}`,
            pesos: total,
            detail: paymentModeWords[mode].title,
          },
        ]}
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
  if (offer === 'look') return <KeepEnded tripId={plan.trip.id} replaced={kept !== null} />
  const keepsOthers = Boolean(kept)
  return <KeepOffer {...{ plan, missing, ended, keepsOthers }} keep={confirm.keep} />
}

type PlanStop = BookPlan['trip']['corridor'][number]

/** Route of the booking to be made: day, stops with times, driver and car. */
function PlanRoute({ plan }: { plan: BookPlan }) {
  const { trip, segment, points } = plan
  const stop = (id: string) => trip.corridor.find((each) => each.id === id)
  const [from, to] = [stop(segment.fromStopId), stop(segment.toStopId)]
  if (!from || !to) return null
  return (
    <Card className="grid gap-4">
      <p className="font-semibold first-letter:uppercase">{dateLong(from.at)}</p>
      <RouteLine
        stops={[
          { name: from.name, at: from.at, detail: <StopDetail stop={chosen(from, points.from)} /> },
          { name: to.name, at: to.at, detail: <StopDetail stop={chosen(to, points.to)} /> },
        ]}
      />
      <p className="text-sm text-muted">Duración aproximada: {durationBetween(from.at, to.at)}</p>
      <div className="flex items-center gap-3 border-t border-line pt-4">
        <Avatar name={trip.driver.name} photoUrl={trip.driver.photoUrl} />
        <div className="min-w-0">
          <p className="font-semibold break-words">{trip.driver.name}</p>
          <p className="text-sm text-muted">
            {trip.vehicle.brand} {trip.vehicle.model},{' '}
            <span className="lowercase">{trip.vehicle.color}</span>
          </p>
        </div>
        {trip.driver.verified && <TrustBadge className="ml-auto" />}
      </div>
    </Card>
  )
}

/** Adds the driver's meeting point to a stop, else the point chosen by the person. */
function chosen(stop: PlanStop, own: OwnPoint | null): PlanStop {
  return { ...stop, point: stop.point ?? own?.shown ?? null }
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
        pendingText={keep.isPending ? 'Apartando tu cupo…' : 'Abriendo el pago…'}
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
  const terms = useQuery({
    queryKey: queryKeys.bookingTerms(tripId),
    queryFn: ({ signal }) => api.bookings.terms({ params: { tripId }, signal }),
    staleTime: 0,
  })
  const left = terms.data?.freeReturnsLeft
  const text = returnsSentence(mode, left)
  return text === null ? null : { text, spent: left === 0 }
}
