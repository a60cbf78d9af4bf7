import { CircleCheck, Flag, type LucideIcon, Play, ScanLine } from 'lucide-react'
import { BOARDING_CLOSES_HOURS } from '#contract/booking-limits.ts'
import type { RunSheet, RunStop } from '#contract/journeys.ts'
import { dayAndTime, sentence, theTime } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { nextStop, waitingAt } from '#web/shared/journeys/next-stop.ts'
import { PointLine } from '#web/shared/trips/point-line.tsx'
import { WayThere } from '#web/shared/trips/way-there.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CardSection } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { BehindStop, RunPassengers } from './run-passengers.tsx'
import { afterText, type Phase } from './run-phase.ts'
import { meetingsText, severalMeetings, stopTimeText } from './run-words.ts'
import type { RunAction } from './use-run-sheet.ts'

export type Drive = {
  act: (action: RunAction) => void
  /** The action whose request is pending. */
  sending: RunAction['kind'] | null
  /** Whether the device is offline, where an action waits on it. */
  offline: boolean
}

type Props = { sheet: RunSheet; phase: Phase; drive: Drive }

/** What the driver does now, with the people concerned. */
export function NextStop({ sheet, phase }: Pick<Props, 'sheet' | 'phase'>) {
  if (phase.kind === 'finished') return <Finished sheet={sheet} />
  if (phase.kind === 'pick_up') return <BehindStop stop={phase.stop} tripId={sheet.tripId} />
  const next = nextStop(sheet)
  return (
    <CardSection title={next ? `Sigue: ${next.name}` : 'Llegaste a la última parada'}>
      {next ? (
        <div className="grid gap-4">
          <Where stop={next} />
          <RunPassengers stop={next} tripId={sheet.tripId} />
          {next.point && <WayThere point={next.point} size="md" className="justify-self-start" />}
        </div>
      ) : (
        <p className="text-muted">Cuando bajen todos, termina el viaje.</p>
      )}
    </CardSection>
  )
}

function Where({ stop }: { stop: RunStop }) {
  const several = severalMeetings(stop)
  const later = 'Punto de encuentro: lo acuerdas con tus pasajeros.'
  return (
    <div className="grid gap-1">
      <p className="text-lg font-semibold">{stopTimeText(stop)}</p>
      {stop.point ? (
        <PointLine point={stop.point} className="text-muted" />
      ) : (
        <p className="text-muted">
          {several.length > 0 ? meetingsText(several, stop.detour) : later}
        </p>
      )}
    </div>
  )
}

const LARGE = 'w-full min-h-14! text-lg! [&>svg]:size-6'

/** The main button, within reach of the thumb, and what comes after it. */
export function MainAction({ sheet, phase, drive }: Props) {
  if (phase.kind === 'finished') return null
  return (
    // Last on a phone, where it sticks to the bottom; below its card on a wide screen.
    <BottomBar
      className="max-md:order-last"
      action={
        phase.kind === 'pick_up' ? (
          <ButtonLink to={paths.scanner(sheet.tripId)} className={LARGE} Icon={ScanLine}>
            Recoger
          </ButtonLink>
        ) : (
          <Verb sheet={sheet} phase={phase} drive={drive} />
        )
      }
      note={
        <>
          {phase.kind === 'leave' && <StartNote sheet={sheet} />}
          {phase.kind === 'pick_up' && 'Escanea el tiquete o escribe su código. '}
          {afterText(sheet, phase)}
        </>
      }
    />
  )
}

/** Time in ms in which the next verb ignores a press: a double tap must not press two verbs. */
const SETTLE_MS = 700

type VerbPhase = Exclude<Phase, { kind: 'pick_up' | 'finished' }>
function Verb({ sheet, phase, drive }: Omit<Props, 'phase'> & { phase: VerbPhase }) {
  const { text, pendingText, Icon, action } = verbOf(phase)
  const settling = useSettled(text, SETTLE_MS) !== text
  return (
    <Button
      className={LARGE}
      disabled={phase.kind === 'leave' && !sheet.can.start}
      aria-disabled={settling || undefined}
      pending={drive.sending === action.kind}
      pendingText={pendingText}
      Icon={Icon}
      onClick={() => !settling && drive.act(action)}
    >
      {text}
    </Button>
  )
}

type VerbLook = { text: string; pendingText: string; Icon: LucideIcon; action: RunAction }

function verbOf(phase: VerbPhase): VerbLook {
  switch (phase.kind) {
    case 'leave':
      return { text: 'Salir', pendingText: 'Saliendo…', Icon: Play, action: { kind: 'start' } }
    case 'arrive': {
      const { id, name } = phase.stop
      return {
        text: `Llegué a ${name}`,
        pendingText: 'Registrando…',
        Icon: CircleCheck,
        action: { kind: 'arrive', stop: { id, name } },
      }
    }
    case 'finish':
      return {
        text: 'Terminar',
        pendingText: 'Terminando…',
        Icon: Flag,
        action: { kind: 'finish' },
      }
  }
}

function StartNote({ sheet }: { sheet: RunSheet }) {
  const { can, startsFrom, startsUntil, asOf } = sheet
  if (can.start) return 'Les avisamos a tus pasajeros que ya saliste. '
  const early = Date.parse(asOf) < Date.parse(startsFrom)
  return early
    ? `${sentence(`Puedes salir desde ${dayAndTime(startsFrom)}`)} `
    : `${sentence(`Se podía salir hasta ${dayAndTime(startsUntil)}`)} `
}

function Finished({ sheet: { finishedAt: at, stops } }: Pick<Props, 'sheet'>) {
  return (
    <CardSection title={at ? `Terminaste este viaje a ${theTime(at)}` : 'Terminaste este viaje'}>
      {stops.some((stop) => waitingAt(stop) > 0) && (
        <p className="text-muted">
          Cada cupo sigue sus reglas de siempre: quien no registró su subida queda completado{' '}
          {BOARDING_CLOSES_HOURS} horas después de la llegada, si nadie reclama.
        </p>
      )}
    </CardSection>
  )
}
