import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { RequireSession } from '#web/domain/auth/require-session.tsx'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import type { OwnKeep } from '#web/domain/seat-keeps/keep-time.ts'
import { api } from '#web/lib/api.ts'
import { hasCode } from '#web/lib/api-error.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StepHeader } from '#web/ui/step-header.tsx'
import { useFocusOnChange } from '#web/ui/use-focus-on-change.ts'
import { type BookParams, readBookParams, writeBookParams } from './book-params.ts'
import { type BookPlan, planOf } from './book-plan.ts'
import { AlreadyBooked } from './book-refusal.tsx'
import { Booked } from './booked.tsx'
import { StepReview } from './step-review.tsx'
import { StepSeats } from './step-seats.tsx'
import { useOwnKeep } from './use-keep.ts'
import { useOwnPoints } from './use-own-points.ts'

export function meta() {
  return [{ title: 'Reservar · Cupo' }]
}

const STEPS = ['Viaje', 'Cupos y pago', 'Confirmar'] as const

export default function Book() {
  return <RequireSession>{(user) => <BookFlow user={user} />}</RequireSession>
}

/** The trip page is the first step; here come seats and payment, the review, and the end. */
function BookFlow({ user }: { user: SessionUser }) {
  const { tripId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const params = readBookParams(search)
  const part = { from: params.from ?? undefined, to: params.to ?? undefined }
  const answer = useQuery({
    queryKey: queryKeys.trip(tripId, part),
    queryFn: ({ signal }) => api.trips.show({ params: { tripId }, query: part, signal }),
    placeholderData: keepPreviousData,
    enabled: params.bookingId === null && params.from !== null && params.to !== null,
  })
  const own = useOwnKeep()
  const choices = useOwnPoints(answer.data?.trip, params)
  const points = { from: choices.from.chosen, to: choices.to.chosen }
  const change = (next: Partial<BookParams>, replace = false) =>
    setSearch(writeBookParams({ ...params, ...next }), { replace })
  if (params.bookingId) return <Booked bookingId={params.bookingId} />
  if (!params.from || !params.to) return <Navigate to={paths.trip(tripId)} replace />
  if (hasCode(answer.error, 'trip_not_found', 'stop_not_found', 'stops_out_of_order')) {
    return <Navigate to={paths.trip(tripId)} replace />
  }
  const ready = answer.data && !own.isLoading
  const plan = ready ? planOf(answer.data.trip, { ...params, points }, own.data) : null
  if (plan) {
    const kept = own.isSuccess ? own.data : undefined
    return <Steps {...{ plan, params, user, kept, choices }} onChange={change} />
  }
  return (
    <Page title="Reserva tu cupo">
      {answer.isError ? (
        <LoadFailed
          what="este viaje"
          error={answer.error}
          onRetry={() => void answer.refetch()}
          retrying={answer.isFetching}
        />
      ) : (
        <SkeletonList rows={2} rowClass="h-44" />
      )}
    </Page>
  )
}

type StepsProps = {
  plan: BookPlan
  params: BookParams
  user: SessionUser
  /** What the person has kept, wherever; undefined when nobody could say. */
  kept: OwnKeep | null | undefined
  choices: ReturnType<typeof useOwnPoints>
  onChange: (next: Partial<BookParams>, replace?: boolean) => void
}

function Steps({ plan, params, user, kept, choices, onChange }: StepsProps) {
  const { trip, segment, seats } = plan
  const heading = useFocusOnChange<HTMLHeadingElement>(params.step)
  const reviewing = params.step === 'confirmar'
  const segmentPath = { from: segment.fromStopId, to: segment.toStopId, seats }
  if (trip.viewer === 'driver') return <Navigate to={paths.trip(trip.id)} replace />
  if (trip.viewer === 'passenger') {
    return (
      <Page title="Reserva tu cupo">
        <AlreadyBooked tripId={trip.id} />
      </Page>
    )
  }
  return (
    <Page
      title="Reserva tu cupo"
      back={{ to: paths.trip(trip.id, segmentPath), label: 'Volver al viaje' }}
    >
      <StepHeader steps={STEPS} current={reviewing ? 2 : 1} />
      <div className="flex flex-col gap-6">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {reviewing ? 'Revisa y confirma' : '¿Cuántos cupos y cómo pagas?'}
        </h2>
        {reviewing ? (
          <StepReview
            plan={plan}
            user={user}
            kept={kept}
            keepId={params.keepId}
            onKeep={(keepId) => onChange({ keepId }, true)}
            onBack={() => onChange({ step: 'cupos' })}
            onBooked={(bookingId) => onChange({ bookingId }, true)}
          />
        ) : (
          <StepSeats
            plan={plan}
            choices={choices}
            onChange={(next) => onChange(next, true)}
            onNext={() => onChange({ step: 'confirmar', seats, mode: plan.mode })}
          />
        )}
      </div>
    </Page>
  )
}
