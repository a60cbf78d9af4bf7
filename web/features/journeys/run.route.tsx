import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { LATE_AFTER_MINUTES } from '#contract/booking-limits.ts'
import type { RunSheet } from '#contract/journeys.ts'
import { titled } from '#web/lib/brand.ts'
import { serverDate } from '#web/lib/clock.ts'
import { dateTime, dayAndTime, duration, plural, wordList } from '#web/lib/format.ts'
import { quietPart } from '#web/lib/lazy-part.ts'
import { neededAnswer } from '#web/lib/needed-answer.ts'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { Unreachable } from '#web/shared/access/auth/session-gate.tsx'
import { nextStop, waitingAt } from '#web/shared/journeys/next-stop.ts'
import { dropPress, type KeptPress } from '#web/shared/journeys/press-queue.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { ErrorBanner } from '#web/ui/error-banner.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { type Drive, MainAction, NextStop } from './next-stop.tsx'
import { RunMore } from './run-more.tsx'
import { StillWaiting } from './run-passengers.tsx'
import { phaseOf, pressText, tooEarly } from './run-phase.ts'
import { stateWords } from './run-words.ts'
import {
  type RunAction,
  serverTime,
  useRunAction,
  useRunSheet,
  useShownSheet,
} from './use-run-sheet.ts'

const TITLE = 'Hoja de ruta'

export const meta = () => [{ title: titled('Hoja de ruta') }]

export const handle = { alone: true }

export default function Run() {
  const { tripId = '' } = useParams()
  const { user } = useAuth()
  // While the session is unchecked or cannot be checked, the cached sheet is shown.
  const ownerId = user?.id ?? rememberedAccount()
  return ownerId ? <RunPage tripId={tripId} ownerId={ownerId} /> : <Unreachable />
}

function RunPage({ tripId, ownerId }: { tripId: string; ownerId: string }) {
  const answer = useRunSheet(tripId, ownerId)
  const online = useOnline()
  const known = neededAnswer(answer)
  const { shown, presses, refused, noted } = useShownSheet(known, tripId, ownerId)
  const action = useRunAction(tripId, ownerId, known?.sheet)
  const isOld = known?.fresh === false && !answer.isPlaceholderData
  const now = () => (shown ? serverTime(tripId, ownerId, shown) : serverDate())
  const { question, act } = useEarlyQuestion({ sheet: shown, now, send: action.mutate })
  const drive: Drive = {
    act,
    sending: action.isPending ? action.variables.kind : null,
    offline: !online || isOld,
  }
  const back = { to: paths.ownTrip(tripId), label: 'Tu viaje' }
  if (!known || !shown) {
    return (
      <Page dense title={TITLE} back={back} aside={<Skeleton className="h-7 w-28" />}>
        <SkeletonList rows={2} rowClass="h-64" />
      </Page>
    )
  }
  // While a press is being sent its button says so, and the screen waits for the answer.
  const sheet = action.isPending && online ? known.sheet : shown
  const phase = phaseOf(sheet, noted)
  const status = stateWords[sheet.state]
  const behind = phase.kind === 'pick_up' ? phase.stop.id : null
  return (
    <Page
      dense
      title={TITLE}
      lead={dateTime(sheet.departsAt)}
      back={back}
      aside={<StatusPill tone={status.tone}>{status.text}</StatusPill>}
    >
      {/* A flex column: in a grid the main action could not stick to the bottom of the screen. */}
      <div className="flex flex-col gap-6 *:min-w-0">
        <RunStanding sheet={sheet} offline={drive.offline} again={() => void answer.refetch()} />
        <RefusedPresses ownerId={ownerId} presses={refused} />
        {!action.isPending && <KeptPresses ownerId={ownerId} presses={presses} />}
        <ErrorBanner error={action.error} />
        <DoubtNote sheet={sheet} />
        <NextStop sheet={sheet} phase={phase} />
        <RunLate sheet={sheet} />
        <MainAction sheet={sheet} phase={phase} drive={drive} />
        <Undo sheet={sheet} drive={drive} />
        <StillWaiting stops={sheet.stops.filter(({ id }) => id !== behind)} tripId={tripId} />
        {question}
        <RunMore sheet={sheet} phase={phase} drive={drive} />
        {/* Last, because it loads later than the rest and would push it down. */}
        <TripSafety
          trip={{
            tripId,
            bookingId: null,
            from: sheet.stops[0]?.name ?? '',
            to: sheet.stops.at(-1)?.name ?? '',
          }}
          isToday={sheet.state !== 'finished'}
          hasBegun={sheet.state !== 'not_started'}
        />
      </div>
    </Page>
  )
}

/** Takes back the end or the last arrival; what was not sent is withdrawn instead. */
function Undo({ sheet: { can, stops, asOf }, drive }: { sheet: RunSheet; drive: Drive }) {
  const { undo, undoFinishUntil: until } = can
  if (!undo && !until) return null
  const stop = stops.find(({ id }) => id === undo)?.name ?? 'la última parada'
  const left = until && duration(Math.ceil((Date.parse(until) - Date.parse(asOf)) / 60_000))
  const action: RunAction = undo ? { kind: 'undo', stopId: undo } : { kind: 'undoFinish' }
  return (
    <Button
      variant="ghost"
      className="self-start"
      disabled={drive.offline}
      pending={drive.sending === action.kind}
      Icon={Undo2}
      onClick={() => drive.act(action)}
    >
      {undo ? `Deshacer la llegada a ${stop}` : `Deshacer el fin del viaje · ${left}`}
    </Button>
  )
}

type Asking = { sheet: RunSheet | undefined; now: () => Date; send: (action: RunAction) => void }

/** Asks the driver before an action is sent that comes too early to be true; also offline. */
function useEarlyQuestion({ sheet, now, send }: Asking) {
  const [asked, setAsked] = useState<RunAction | null>(null)
  const earlyOf = (action: RunAction | null) => {
    if (!sheet || (action?.kind !== 'arrive' && action?.kind !== 'finish')) return null
    const stop = action.kind === 'arrive' ? action.stop : null
    return tooEarly(sheet, { kind: action.kind, stop }, now())
  }
  const early = earlyOf(asked)
  const question = (
    <ConfirmDialog
      open={early !== null}
      title={early && `Faltan ${duration(early.minutes)} para ${early.name}. ¿Ya llegaste?`}
      confirm="Ya llegué"
      keep="Todavía no"
      onKeep={() => setAsked(null)}
      onConfirm={() => {
        if (asked) send({ ...asked, isSure: true })
        setAsked(null)
      }}
    >
      Si llegaste, queda por confirmar: cuenta cuando lo confirme un pasajero o una posición, o a la
      hora prevista.
    </ConfirmDialog>
  )
  return { question, act: (next: RunAction) => (earlyOf(next) ? setAsked(next) : send(next)) }
}

// Lazy, so that the safety functions do not delay the run sheet. The service worker
// caches them for offline use.
const TripSafety = quietPart(() => import('#web/shared/safety/trip-safety.tsx'), 'TripSafety')

const MAY_LEAVE =
  `Con más de ${LATE_AFTER_MINUTES} minutos sin registrar tu llegada, quien te espera puede irse ` +
  'sin costo.'

type StandingProps = { sheet: RunSheet; offline: boolean; again: () => void }

/** Notices: age of the sheet, and requests that wait for an answer. */
export function RunStanding({ sheet, offline, again }: StandingProps) {
  const { requests, tripId, asOf } = sheet
  return (
    <>
      {offline && (
        <Banner
          tone="warn"
          title="Sin conexión"
          action={
            <Button variant="secondary" size="sm" onClick={again}>
              Actualizar la hoja
            </Button>
          }
        >
          Ves la hoja guardada {dayAndTime(asOf)}
        </Banner>
      )}
      {requests > 0 && (
        <Banner
          tone="info"
          title={plural(requests, 'solicitud por responder', 'solicitudes por responder')}
          action={<Link to={paths.ownTrip(tripId)}>Responder</Link>}
        />
      )}
    </>
  )
}

/**
 * The delay, and what passengers may do, below the next stop, which has the expected hour. At the
 * last stop nothing depends on it any more.
 */
export function RunLate({ sheet }: Pick<StandingProps, 'sheet'>) {
  const { isLate, delayMinutes, stops } = sheet
  if (!isLate || !nextStop(sheet)) return null
  const isAwaited = stops.some((stop) => !stop.passed && waitingAt(stop) > 0)
  return (
    <Banner tone="warn" title={`Vas ${duration(delayMinutes)} tarde`}>
      Tus pasajeros lo ven. {isAwaited && MAY_LEAVE}
    </Banner>
  )
}

/** Names the presses that came too early to be true; absent in sheets of an older version. */
export function DoubtNote({ sheet }: Pick<StandingProps, 'sheet'>) {
  const names = sheet.stops.filter(({ doubtful }) => doubtful).map(({ name }) => name)
  const doubted = sheet.finishDoubtful ? [...names, 'el fin del viaje'] : names
  if (doubted.length === 0) return null
  return (
    <Banner tone="warn" title={`Por confirmar: ${wordList(doubted)}`}>
      La marcaste mucho antes de lo previsto. Cuenta cuando la confirme un pasajero o una posición,
      o a la hora prevista. Si fue sin querer, deshazla.
    </Banner>
  )
}

type KeptProps = { ownerId: string; presses: readonly KeptPress[] }

/** What waits on this phone for a network; the last press can be withdrawn. */
export function KeptPresses({ ownerId, presses }: KeptProps) {
  const last = presses.at(-1)
  if (!last) return null
  return (
    <Banner
      tone="info"
      title="Se envía cuando haya red"
      action={
        <Button variant="secondary" size="sm" onClick={() => dropPress(ownerId, last.id)}>
          Quitar: {pressText(last)}
        </Button>
      }
    >
      <ul aria-label="Por enviar">
        {presses.map((press) => (
          <li key={press.id}>{pressText(press)}</li>
        ))}
      </ul>
    </Banner>
  )
}

/** Presses that the server refused; each stays until the driver has read it. */
export function RefusedPresses({ ownerId, presses }: KeptProps) {
  return presses.map((press) => (
    <Banner
      key={press.id}
      tone="err"
      title={`No se registró: ${pressText(press)}`}
      action={
        <Button variant="secondary" size="sm" onClick={() => dropPress(ownerId, press.id)}>
          Entendido
        </Button>
      }
    >
      {press.refusal}
    </Banner>
  ))
}
