import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { titled } from '#web/lib/brand.ts'
import { lazyPart } from '#web/lib/lazy-part.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { paths } from '#web/lib/paths.ts'
import { useUser } from '#web/shared/access/auth/session.tsx'
import { useOwnKeep } from '#web/shared/bookings/seat-keeps/use-keep.ts'
import { useTrip } from '#web/shared/trips/use-trip.ts'
import { missingContact } from '#web/shared/users/missing-contact.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Later } from '#web/ui/later.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { PlanSummary } from './book-choices.tsx'
import { planOf } from './book-plan.ts'
import { type BookParams, readBookParams, writeBookParams } from './book-steps.ts'
import { readHabits } from './booking-habits.ts'
import { forgetIntent } from './booking-intent.ts'
import { useMeetingChoice } from './meeting-choice.tsx'
import { StepReview } from './step-review.tsx'

const ContactForm = lazyPart(() => import('#web/shared/users/contact-form.tsx'), 'ContactForm')

export const meta = () => [{ title: titled('Reservar con un cambio de carro') }]

type Part = { tripId: string; from: string; to: string }

/** A part in the address: `<tripId>.<fromStopId>.<toStopId>`, where a stop is `<tripId>.<n>`. */
function readPart(text: string | null): Part | null {
  const [, tripId, from, to] = /^([\w-]+)\.([\w-]+\.\d+)\.([\w-]+\.\d+)$/.exec(text ?? '') ?? []
  return tripId && from && to ? { tripId, from, to } : null
}

/** The review of a trip with one change of car: both parts on one page, booked by one press. */
export default function BookConnection() {
  const [search] = useSearchParams()
  const [first, second] = [readPart(search.get('p1')), readPart(search.get('p2'))]
  if (!first || !second) return <Navigate to={paths.search()} replace />
  return <Review first={first} second={second} />
}

/** A part's trip, with the places of the part. */
function usePart({ tripId, from, to }: Part) {
  const answer = useTrip(tripId, { from, to }, { placeholderData: keepPreviousData })
  const trip = neededAnswer(answer)?.trip
  const stop = (id: string) => trip?.corridor.find((each) => each.id === id)
  return { trip, from: stop(from), to: stop(to) }
}

function Review({ first, second }: { first: Part; second: Part }) {
  const { params, pointId, change, addressOf } = useParams()
  const navigate = useNavigate()
  const user = useUser()
  const own = useOwnKeep()
  const [{ points = {} }] = useState(readHabits)
  const [one, two] = [usePart(first), usePart(second)]
  const from = useMeetingChoice(one.trip, first.from, params.getsOnAt, points)
  const to = useMeetingChoice(two.trip, second.to, params.getsOffAt, points)
  // The same point for both cars: a driver's, else the vetted one that the search chose.
  const off = useMeetingChoice(one.trip, first.to, pointId)
  const on = useMeetingChoice(two.trip, second.from, pointId)
  const point = off.ofDriver ?? on.ofDriver ?? off.chosen?.shown ?? off.points[0]
  const search = { from: one.from?.placeId, to: two.to?.placeId, seats: params.seats }
  const page = {
    title: 'Reserva tu viaje con un cambio',
    back: { to: paths.search(search), label: 'Volver a los resultados' },
  }
  if (!one.trip || !two.trip || own.isLoading || off.isLoading) {
    return (
      <Page {...page}>
        <SkeletonList rows={3} rowClass="h-44" />
      </Page>
    )
  }
  const { segment } = two.trip
  const next = segment && point && { trip: two.trip, segment, point: { listed: true, ...point } }
  const wanted = { ...params, mode: null, points: { from: from.chosen, to: to.chosen } }
  const plan = next && planOf(one.trip, wanted, own.data, next)
  const refusal = one.trip.bookingRefusal ?? two.trip.bookingRefusal
  if (!plan || refusal || plan.segment.needsApproval || segment.needsApproval) {
    return (
      <Page {...page}>
        <Banner
          tone="warn"
          title={refusal ?? 'Este cambio de carro ya no se puede reservar'}
          action={<ButtonLink to={page.back.to}>Buscar otro viaje</ButtonLink>}
        />
      </Page>
    )
  }
  const asksContact = missingContact(user).length > 0
  return (
    <Page {...page}>
      <div className="flex flex-col gap-6">
        <PlanSummary plan={plan} segmentTo={null} />
        <h2 className="text-xl">{asksContact ? 'Completa tus datos' : 'Revisa y confirma'}</h2>
        {asksContact ? (
          <Later>
            <ContactForm user={user} />
          </Later>
        ) : (
          <StepReview
            {...{ plan, user, kept: own.data, choices: { from, to } }}
            keepId={params.keepId}
            returnTo={(keepId) => addressOf({ keepId, seats: plan.seats })}
            onChange={(chosen) => {
              forgetIntent(plan)
              change(chosen)
            }}
            onKeep={(keepId) => change({ keepId })}
            onBooked={(id) => void navigate(paths.booking(id), { replace: true })}
          />
        )}
      </div>
    </Page>
  )
}

/** The choices in the address, which keeps the parts and the point of the change. */
function useParams() {
  const [search, setSearch] = useSearchParams()
  const params = readBookParams(search)
  const write = (next: Partial<BookParams>) => {
    const written = writeBookParams({ ...params, ...next })
    for (const name of ['p1', 'p2', 'point']) written.set(name, search.get(name) ?? '')
    return written
  }
  return {
    params,
    pointId: search.get('point'),
    change: (next: Partial<BookParams>) =>
      setSearch(write(next), { replace: true, preventScrollReset: true }),
    addressOf: (next: Partial<BookParams>) => `${paths.bookConnection()}?${write(next)}`,
  }
}
