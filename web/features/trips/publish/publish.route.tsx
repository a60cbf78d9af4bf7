import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useAuth } from '#web/domain/auth/session.tsx'
import { SessionGate } from '#web/domain/auth/session-gate.tsx'
import type { SessionUser } from '#web/domain/auth/session-state.ts'
import { AccountNotice } from '#web/domain/conduct/account-notice.tsx'
import { placesByIds } from '#web/domain/places/load-places.ts'
import { DriverNotices } from '#web/domain/verification/driver-notices.tsx'
import { keepStored } from '#web/lib/browser-storage.ts'
import { calendarDate } from '#web/lib/format.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { readStoredJson } from '#web/lib/stored-json.ts'
import { Page } from '#web/ui/page.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StepHeader } from '#web/ui/step-header.tsx'
import { useFocusOnChange } from '#web/ui/use-focus-on-change.ts'
import {
  type Draft,
  emptyDraft,
  endsOf,
  habitsOf,
  hasProblems,
  type Problems,
  type PublishStep,
  problemsOf,
  publishSteps,
  reachableStep,
  type StepProps,
  stepTitles,
} from './publish-draft.ts'
import { PUBLISH_TITLE, PublishPlace, StepPlace, VisitorsPlace } from './publish-place.tsx'
import { StepDate } from './step-date.tsx'
import { StepDetails } from './step-details.tsx'
import { StepPoints } from './step-points.tsx'
import { StepPrice } from './step-price.tsx'
import { StepRoute } from './step-route.tsx'
import { StepStops } from './step-stops.tsx'
import { StepVehicle } from './step-vehicle.tsx'
import { StepWay } from './step-way.tsx'
import { useDriver } from './use-driver.ts'
import { useWays } from './use-quote.ts'

// Lazy: the first for visitors only, the last step because of the limit of 210 kB for a screen.
const ForVisitors = lazy(async () => ({
  default: (await retryingImport(() => import('./for-visitors.tsx'))).ForVisitors,
}))
const StepReview = lazy(async () => ({
  default: (await retryingImport(() => import('./step-review.tsx'))).StepReview,
}))

export function meta() {
  return [{ title: 'Publicar viaje · Cupo' }]
}

export default function Publish() {
  const { status, user, expired } = useAuth()
  if (status === 'loading') return <PublishPlace />
  // After an ended session the draft stays open while the person signs in again.
  if (status === 'signedOut' && !expired) return <Seeded user={null} />
  return (
    <SessionGate>
      <Seeded user={user} />
    </SessionGate>
  )
}

/** Fills in route and date from the address: a search without results links here. */
function Seeded({ user }: { user: SessionUser | null }) {
  const [params] = useSearchParams()
  const ids = [params.get('from') ?? '', params.get('to') ?? '']
  const asked = ids.every((id) => /^\d{5}$/.test(id))
  const places = useQuery({
    queryKey: queryKeys.places(ids),
    queryFn: () => placesByIds(ids),
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (asked && places.isPending) return user ? <StepPlace /> : <VisitorsPlace />
  const [origin, destination] = places.data ?? []
  const date = params.get('date') ?? ''
  const day = Number.isNaN(Date.parse(date)) ? {} : { date: calendarDate(date) }
  const route = { stops: [], between: null, ...day }
  const seed = origin && destination ? { origin, destination, ...route } : {}
  if (!user) {
    return (
      <Suspense fallback={<VisitorsPlace />}>
        <ForVisitors seed={{ origin: origin ?? null, destination: destination ?? null }} />
      </Suspense>
    )
  }
  return <Wizard user={user} seed={seed} />
}

function focusFirstProblem(): void {
  document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
}

/** The step of the address; the choice of the route is skipped where there is only one. */
function useStep(draft: Draft): PublishStep {
  const [params] = useSearchParams()
  const { ways, asking } = useWays(draft)
  const wanted = reachableStep(draft, params.get('paso'))
  return wanted === 'camino' && !asking && ways.length < 2 ? 'paradas' : wanted
}

function Wizard({ user, seed }: { user: SessionUser; seed: Partial<Draft> }) {
  const { draft, change, forget } = useDraft(user.id, seed)
  const [, setParams] = useSearchParams()
  const [tried, setTried] = useState<{ step: PublishStep; also: Problems } | null>(null)
  const step = useStep(draft)
  // Prefetched: the date step shows a button that depends on the car and must not appear late.
  useDriver()
  const row = publishSteps.findIndex((each) => each.key === step)
  const heading = useFocusOnChange<HTMLHeadingElement>(step)
  const goTo = (paso: PublishStep) => {
    setTried(null)
    setParams({ paso })
  }
  const onNext: StepProps['onNext'] = (also = {}, settled = {}, to) => {
    const missing = { ...problemsOf({ ...draft, ...settled }, step), ...also }
    const next = to ?? publishSteps[row + 1]?.key
    if (hasProblems(missing)) {
      setTried({ step, also })
      return requestAnimationFrame(focusFirstProblem)
    }
    change(settled)
    if (next) goTo(next)
  }
  const problems = tried?.step === step ? { ...problemsOf(draft, step), ...tried.also } : {}
  const props: StepProps = { draft, change, problems, onNext }
  return (
    <Page title={PUBLISH_TITLE}>
      <AccountNotice />
      <DriverNotices user={user} />
      <StepHeader
        steps={stepTitles}
        current={stepTitles.indexOf(publishSteps[row]?.title ?? 'Ruta')}
      />
      <div className="flex flex-col gap-6">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {publishSteps[row]?.question}
        </h2>

        {step === 'ruta' && <StepRoute {...props} />}
        {step === 'encuentro' && <StepPoints {...props} />}
        {step === 'camino' && <StepWay {...props} />}
        {step === 'paradas' && <StepStops {...props} />}
        {step === 'fecha' && <StepDate {...props} />}
        {step === 'vehiculo' && <StepVehicle {...props} />}
        {step === 'precio' && <StepPrice {...props} />}
        {step === 'detalles' && <StepDetails {...props} />}
        {step === 'revisar' && (
          <Suspense fallback={<SkeletonList rows={2} />}>
            <StepReview draft={draft} user={user} goTo={goTo} onPublished={forget} />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

const draftKey = (userId: string) => `publish_draft:${userId}`

/** Storage key for the terms of the last trip published here, defaults of the next one. */
const habitsKey = (userId: string) => `publish_habits:${userId}`

/** The saved draft; fields that an older version did not have get their defaults. */
function readDraft(userId: string): Draft {
  const read = (key: string) => readStoredJson<Partial<Draft>>('local', key)
  const saved = { ...read(habitsKey(userId)), ...read(draftKey(userId)) }
  const preferences = { ...emptyDraft.preferences, ...saved.preferences }
  const stops = (saved.stops ?? []).filter((stop) => stop !== null)
  const draft = { ...emptyDraft, ...saved, preferences, stops }
  return { ...draft, between: draft.between ?? endsOf(draft) }
}

/** The draft of one person, stored on this device at every change. */
function useDraft(userId: string, seed: Partial<Draft>) {
  const [draft, setDraft] = useState(() => ({ ...readDraft(userId), ...seed }))
  const change = (next: Partial<Draft>) => {
    const after = { ...draft, ...next }
    keepStored('local', draftKey(userId), JSON.stringify(after))
    setDraft(after)
  }
  const forget = () => {
    keepStored('local', habitsKey(userId), JSON.stringify(habitsOf(draft)))
    keepStored('local', draftKey(userId), null)
  }
  return { draft, change, forget }
}
