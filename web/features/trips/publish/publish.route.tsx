import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { titled } from '#web/lib/brand.ts'
import { calendarDate } from '#web/lib/format.ts'
import { lazyPart, quietPart } from '#web/lib/lazy-part.ts'
import { paths } from '#web/lib/paths.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { SessionGate } from '#web/shared/access/auth/session-gate.tsx'
import type { SessionUser } from '#web/shared/access/auth/session-state.ts'
import { AccountNotice, useIsBarred } from '#web/shared/conduct/account-notice.tsx'
import { placesByIds } from '#web/shared/places/load-places.ts'
import { DriverNotices } from '#web/shared/verification/driver-notices.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { focusFirstProblem } from '#web/ui/form.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { SkeletonList } from '#web/ui/skeleton.tsx'
import { StepHeader } from '#web/ui/step-header.tsx'
import { useFocusOnChange } from '#web/ui/use-focus-on-change.ts'
import {
  type Draft,
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
import {
  askRefusals,
  isCorrected,
  placeOf,
  type Refusal,
  refusalsBefore,
} from './publish-refusal.ts'
import { draftOf, useRepeat } from './repeat-draft.ts'
import { forgetDraft, keepDraft, readDraft } from './saved-draft.ts'
import { StepDate } from './step-date.tsx'
import { StepRoute } from './step-route.tsx'
import { StepVehicle } from './step-vehicle.tsx'
import { carOf, useDriver } from './use-driver.ts'

// Lazy: the first for visitors only, a refusal and the last steps because of the limit of 210 kB.
const ForVisitors = lazyPart(() => import('./for-visitors.tsx'), 'ForVisitors')
const RefusalNote = quietPart(() => import('./refusal-ways.tsx'), 'RefusalNote')
const StepPrice = lazyPart(() => import('./step-price.tsx'), 'StepPrice')
const StepDetails = lazyPart(() => import('./step-details.tsx'), 'StepDetails')
const StepReview = lazyPart(() => import('./step-review.tsx'), 'StepReview')

export const meta = () => [{ title: titled('Publicar viaje') }]

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
  const isBarred = useIsBarred()
  const ids = [params.get('from') ?? '', params.get('to') ?? '']
  const asked = ids.every((id) => /^\d{5}$/.test(id))
  const places = useRead(queryKeys.places(ids), () => placesByIds(ids), {
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const repeatedId = params.get('repetir')
  const repeated = useRepeat(user && repeatedId)
  if (asked && places.isPending) return user ? <StepPlace /> : <VisitorsPlace />
  if (user && repeatedId && repeated.isPending) return <StepPlace />
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
  const again = repeated.data?.repeat
  if (repeatedId && repeated.isError) return <RepeatFailed query={repeated} />
  if (isBarred) {
    return (
      <Page title={PUBLISH_TITLE}>
        <AccountNotice />
      </Page>
    )
  }
  const asDraft =
    again && repeatedId ? draftOf(repeatedId, again, { ...day, back: params.has('regreso') }) : seed
  return <Wizard user={user} seed={asDraft} />
}

function RepeatFailed({ query }: { query: ReturnType<typeof useRepeat> }) {
  return (
    <Page title={PUBLISH_TITLE}>
      <QueryState query={query} what="tu viaje" rows={2} />
      <ButtonLink to={paths.publish()} className="justify-self-start">
        Publicar otro viaje
      </ButtonLink>
    </Page>
  )
}

type Tried = {
  step: PublishStep
  also: Problems
  refusal: Refusal | null
  /** The draft that was refused. */
  of: Draft
  /** The step that the person wanted to see. */
  next: PublishStep | undefined
}

/**
 * Opens a step as an entry of the history that knows how many steps are behind it. After a trip is
 * published these entries are left without its draft: the way back passes over them at once.
 */
function useStepEntries(isEmpty: boolean) {
  const [, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { behind = 0 }: { behind?: number } = useLocation().state ?? {}
  const [left] = useState(isEmpty && behind > 0 ? behind + 1 : 0)
  useEffect(() => {
    if (left > 0) void navigate(-left)
  }, [left, navigate])
  return (paso: PublishStep) => setParams({ paso }, { state: { behind: behind + 1 } })
}

/** Problems and refusals of the step that the person tried to leave, and how it is left. */
function useSteps(own: ReturnType<typeof useDraft>) {
  const { draft, change } = own
  const [params] = useSearchParams()
  const driver = useDriver()
  const [tried, setTried] = useState<Tried | null>(null)
  const [checking, setChecking] = useState(false)
  const step = reachableStep(draft, params.get('paso'))
  const shown = useRef(step)
  shown.current = step
  const open = useStepEntries(draft.origin === null)
  const goTo = (paso: PublishStep) => {
    setTried(null)
    open(paso)
  }
  const tell = (next: Tried) => {
    if (next.step !== step) open(next.step)
    setTried(next)
    focusFirstProblem()
  }
  const leave = async (after: Draft, settled: Partial<Draft>, next: PublishStep) => {
    setChecking(true)
    const car = carOf(after, driver.data?.vehicles ?? []).car
    const refusals = await askRefusals(after, car?.id ?? null)
    setChecking(false)
    // The person went back, or to another step, during the check.
    if (shown.current !== step) return
    const [first, ...others] = refusalsBefore(next, after, refusals)
    // What is refused at this step is not taken: the driver asked for another trip.
    const isHere = first?.step === step
    if (!isHere) change(settled)
    if (!first) return goTo(next)
    const said = [first, ...others].filter((refusal) => refusal.step === first.step)
    // A refusal of an earlier step is said here, with a way there.
    const isEarlier = rowOf(first.step) < rowOf(step)
    const also = Object.fromEntries(said.map(({ field, message }) => [field, message]))
    // Words in the notes need no way out; another refusal beside them can.
    const refusal = said.find(({ code }) => code !== 'contact_in_text') ?? first
    tell({
      step: isEarlier ? step : first.step,
      also: isEarlier ? {} : also,
      refusal,
      of: isHere ? draft : after,
      next,
    })
  }
  const onNext: StepProps['onNext'] = (also = {}, settled = {}, to) => {
    const after = { ...draft, ...settled }
    const problems = { ...problemsOf(after, step), ...also }
    if (hasProblems(problems)) return tell({ step, also, refusal: null, of: draft, next: to })
    const next = to ?? publishSteps[rowOf(step) + 1]?.key
    if (next) void leave(after, settled, next)
  }
  const told = tried?.step === step ? tried : null
  const stands = (field?: string) => told !== null && !isCorrected(field, told.of, draft)
  const also = Object.entries(told?.also ?? {}).filter(([field]) => stands(field))
  const refusal = told?.refusal ?? null
  return {
    step,
    goTo,
    onNext,
    checking,
    refusal: refusal && stands(placeOf(refusal)?.field) ? refusal : null,
    wanted: told?.next,
    problems: told ? { ...problemsOf(draft, step), ...Object.fromEntries(also) } : {},
  }
}

const rowOf = (step: PublishStep) => publishSteps.findIndex((each) => each.key === step)

function Wizard({ user, seed }: { user: SessionUser; seed: Partial<Draft> }) {
  const own = useDraft(user.id, seed)
  const { draft, isWhole, change, forget } = own
  const { step, goTo, onNext, checking, refusal, wanted, problems } = useSteps(own)
  useSeedOnce(step, seed)
  const row = rowOf(step)
  const heading = useFocusOnChange<HTMLHeadingElement>(step)
  const ways = refusal && (
    <RefusalNote
      {...{ refusal, draft, step, goTo }}
      onOthers={(others) => onNext({}, others, wanted)}
    />
  )
  const props: StepProps = { draft, change, problems, ways, checking, onNext }
  return (
    <Page title={PUBLISH_TITLE}>
      <AccountNotice />
      <StepHeader
        steps={stepTitles}
        current={stepTitles.indexOf(publishSteps[row]?.title ?? 'Ruta')}
      />
      <div className="flex flex-col gap-6">
        <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {publishSteps[row]?.question}
        </h2>
        {!isWhole && (
          <Banner tone="warn" live="off" title="Revisa cada paso">
            Una parte de lo que dejaste escrito es de otra versión y no pudimos leerla.
          </Banner>
        )}

        {step === 'ruta' && <StepRoute {...props} />}
        {step === 'fecha' && <StepDate {...props} />}
        {step === 'vehiculo' && <StepVehicle {...props} />}
        <Suspense fallback={<SkeletonList rows={2} />}>
          {step === 'precio' && <StepPrice {...props} />}
          {step === 'detalles' && <StepDetails {...props} />}
          {step === 'revisar' && (
            <StepReview {...{ draft, change, user, goTo }} onPublished={forget} />
          )}
        </Suspense>
      </div>
      {/* Below the form, which it would move when its data arrive. */}
      <DriverNotices user={user} />
    </Page>
  )
}

/** Takes out of the address what filled in the draft: a reload or "back" would undo the changes. */
function useSeedOnce(paso: PublishStep, seed: Partial<Draft>) {
  const [, setParams] = useSearchParams()
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the first render only.
  useEffect(() => {
    const isSeeded = Object.keys(seed).length > 0
    if (isSeeded) setParams({ paso }, { replace: true, preventScrollReset: true })
  }, [])
}

/** The draft of one person, stored on this device at every change. */
function useDraft(userId: string, seed: Partial<Draft>) {
  const [saved] = useState(() => readDraft(userId))
  const [draft, setDraft] = useState(() => {
    const first = { ...saved.draft, ...seed }
    if (Object.keys(seed).length > 0) keepDraft(userId, first)
    return first
  })
  // Not the draft of the last render: an answer of the server can come after another change.
  const latest = useRef(draft)
  const change = (next: Partial<Draft>) => {
    latest.current = { ...latest.current, ...next }
    keepDraft(userId, latest.current)
    setDraft(latest.current)
  }
  const forget = () => forgetDraft(userId, draft)
  return { draft, isWhole: saved.isWhole, change, forget }
}
