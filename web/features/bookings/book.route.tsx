import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { hasCode } from '#web/lib/api-error.ts'
import { titled } from '#web/lib/brand.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { keepPlace } from '#web/shared/bookings/seat-keeps/keep-place.ts'
import type { OwnKeep } from '#web/shared/bookings/seat-keeps/keep-time.ts'
import { useOwnKeep } from '#web/shared/bookings/seat-keeps/use-keep.ts'
import { useTrip } from '#web/shared/trips/use-trip.ts'
import { missingContact } from '#web/shared/users/missing-contact.ts'
import { cx } from '#web/ui/cx.ts'
import { Later } from '#web/ui/later.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StepHeader } from '#web/ui/step-header.tsx'
import { useFocusOnChange } from '#web/ui/use-focus-on-change.ts'
import { type MeetingChoices, PlanSummary } from './book-choices.tsx'
import { type BookPlan, planOf } from './book-plan.ts'
import {
  type BookParams,
  type BookStep,
  readBookParams,
  shownStep,
  stepsOf,
  stepWords,
  withPointsOf,
  writeBookParams,
} from './book-steps.ts'
import { readHabits } from './booking-habits.ts'
import { forgetIntent } from './booking-intent.ts'
import { useMeetingChoice } from './meeting-choice.tsx'
import { StepReview } from './step-review.tsx'

// Lazy: with these parts, which are needed late or by few, the screen would exceed 210 kB.
const ContactForm = lazyPart(() => import('#web/shared/users/contact-form.tsx'), 'ContactForm')
const StepSegment = lazyPart(() => import('./step-segment.tsx'), 'StepSegment')
const AlreadyBooked = lazyPart(() => import('./book-refusal.tsx'), 'AlreadyBooked')
const Booked = lazyPart(() => import('./booked.tsx'), 'Booked')

export const meta = () => [{ title: titled('Reservar') }]

/** The segment was chosen on the trip's page; everything else is chosen and confirmed here. */
export default function Book() {
  const user = useUser()
  const { tripId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  // The router shows a new address in a transition; a choice counts for the next press already.
  const [chosen, setChosen] = useState<(BookParams & { at: string }) | null>(null)
  if (chosen && chosen.at !== `${search}`) setChosen(null)
  const own = useOwnKeep()
  const params = withPointsOf(
    chosen ?? readBookParams(search),
    own.data?.tripId === tripId && keepPlace(own.data),
  )
  const part = { from: params.from ?? undefined, to: params.to ?? undefined }
  const answer = useTrip(tripId, part, {
    placeholderData: keepPreviousData,
    enabled: params.bookingId === null && params.from !== null && params.to !== null,
  })
  const [{ mode: usual = null, points: last = {} }] = useState(readHabits)
  const { segment } = answer.data?.trip ?? {}
  const choices = {
    from: useMeetingChoice(answer.data?.trip, segment?.fromStopId, params.getsOnAt, last),
    to: useMeetingChoice(answer.data?.trip, segment?.toStopId, params.getsOffAt, last),
  }
  const points = { from: choices.from.chosen, to: choices.to.chosen }
  // No scroll reset by the router: a choice keeps the position, a new step scrolls to the top.
  const change = (next: Partial<BookParams>, replace = false) => {
    setChosen({ at: `${search}`, ...params, ...next })
    setSearch(writeBookParams({ ...params, ...next }), { replace, preventScrollReset: true })
  }
  if (params.bookingId) {
    return (
      <Later>
        <Booked bookingId={params.bookingId} />
      </Later>
    )
  }
  // The trip's page explains a wrong address.
  const isWrong = hasCode(answer.error, 'trip_not_found', 'stop_not_found', 'stops_out_of_order')
  if (!params.from || !params.to || isWrong) return <Navigate to={paths.trip(tripId)} replace />
  const known = neededAnswer(answer)
  const mode = params.mode ?? usual
  const wanted = { ...params, mode, points }
  const plan = known && !own.isLoading ? planOf(known.trip, wanted, own.data) : null
  if (plan) {
    const kept = own.isSuccess ? own.data : undefined
    return <Steps {...{ plan, params, user, kept, choices }} onChange={change} />
  }
  return (
    <Page title="Reserva tu cupo">
      <SkeletonList rows={2} rowClass="h-44" />
    </Page>
  )
}

type StepsProps = {
  plan: BookPlan
  params: BookParams
  user: SessionUser
  /** The person's seat keep, on any trip; undefined while unknown. */
  kept: OwnKeep | null | undefined
  choices: MeetingChoices
  onChange: (next: Partial<BookParams>, replace?: boolean) => void
}

function Steps(props: StepsProps) {
  const { plan, params, user } = props
  const { trip, segment, seats } = plan
  const asksContact = missingContact(user).length > 0
  // Counted until the end: a step that is done still was a step of this person.
  const [hasContactStep] = useState(asksContact)
  const steps = stepsOf({ asksContact: asksContact || hasContactStep })
  const step = shownStep(params.step, { asksContact })
  const heading = useFocusOnChange<HTMLHeadingElement>(step)
  const isCounted = step !== 'tramo' && steps.length > 1
  if (trip.viewer === 'driver') return <Navigate to={paths.ownTrip(trip.id)} replace />
  if (trip.viewer === 'passenger') {
    return (
      <Page title="Reserva tu cupo">
        <Later rows={1}>
          <AlreadyBooked tripId={trip.id} />
        </Later>
      </Page>
    )
  }
  const pathOf = (of: BookParams['step']) => `?${writeBookParams({ ...params, step: of })}`
  const segmentPath = { from: segment.fromStopId, to: segment.toStopId, seats }
  const back =
    step === 'tramo'
      ? { to: pathOf(null), label: 'Volver a la reserva' }
      : { to: paths.trip(trip.id, segmentPath), label: 'Volver al viaje' }
  return (
    <Page title="Reserva tu cupo" back={back}>
      {isCounted && (
        <StepHeader
          steps={steps.map((each) => stepWords[each].name)}
          current={steps.indexOf(step)}
        />
      )}
      <div className="flex flex-col gap-6">
        <PlanSummary plan={plan} segmentTo={step === 'tramo' ? null : pathOf('tramo')} />
        <h2
          ref={heading}
          tabIndex={-1}
          className={cx('text-xl outline-none', step === 'confirmar' && !isCounted && 'sr-only')}
        >
          {stepWords[step].question}
        </h2>
        <Decision {...props} step={step} />
      </div>
    </Page>
  )
}

/** The current booking step. Every choice is in the query string, so that a reload keeps it. */
function Decision(props: StepsProps & { step: BookStep }) {
  const { plan, params, user, kept, choices, onChange, step } = props
  const choose = (chosen: Partial<BookParams>) => {
    // A booking that was confirmed before is not made after a change.
    forgetIntent(plan)
    onChange(chosen, true)
  }
  if (step === 'tramo') {
    const { fromStopId, toStopId } = plan.segment
    return (
      <Later>
        <StepSegment
          plan={plan}
          from={params.from ?? fromStopId}
          to={params.to ?? toStopId}
          onChange={choose}
          onNext={() => onChange({ step: null, seats: plan.seats })}
        />
      </Later>
    )
  }
  if (step === 'datos') {
    return (
      <Later>
        <ContactForm user={user} />
      </Later>
    )
  }
  const confirmed = { ...params, seats: plan.seats, mode: plan.mode }
  return (
    <StepReview
      {...{ plan, user, kept, choices }}
      keepId={params.keepId}
      returnTo={(keepId) =>
        `${paths.book(plan.trip.id, {})}?${writeBookParams({ ...confirmed, keepId })}`
      }
      onChange={choose}
      onKeep={(keepId) => onChange({ keepId }, true)}
      onBooked={(bookingId) => onChange({ bookingId }, true)}
    />
  )
}
