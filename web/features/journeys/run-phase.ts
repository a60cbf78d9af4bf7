/** The driver's next action: one at a time, also from what this phone has not sent yet. */
import type { RunSheet, RunStop } from '#contract/journeys.ts'
import { isDoubtful } from '#contract/press-rules.ts'
import { plural, time } from '#web/lib/format.ts'
import { withAboard } from '#web/offline/local-aboard.ts'
import { nextStop, waitingAt } from '#web/shared/journeys/next-stop.ts'
import type { KeptPress } from '#web/shared/journeys/press-queue.ts'

/** Scans of this phone that the server does not know yet; a noted code has no booking. */
type Unsent = readonly { bookingId: string }[]

/**
 * Returns the sheet as it will be when the server has received what this phone keeps.
 * @param presses the waiting presses of the trip, in their order
 * @param now the time by the server's clock: a cached sheet may be from before the start opened
 */
export function withKept(
  sheet: RunSheet,
  { presses, scans, now }: { presses: readonly KeptPress[]; scans: Unsent; now: Date },
): RunSheet {
  const pressed = presses.reduce(withPress, sheet)
  const aboard = new Set(scans.map(({ bookingId }) => bookingId))
  const shown = withEnd(withAboard(pressed, aboard))
  return { ...shown, can: canOf(shown, { sheet, presses, now }) }
}

/** Nothing is ahead of a trip that has ended. */
function withEnd(sheet: RunSheet): RunSheet {
  if (sheet.state !== 'finished') return sheet
  const past = (stop: RunStop) => ({ ...stop, passed: true, expectedAt: stop.plannedAt })
  return { ...sheet, stops: sheet.stops.map(past) }
}

function withPress(sheet: RunSheet, { kind, stop, at }: KeptPress): RunSheet {
  if (kind === 'start') {
    return sheet.state === 'not_started' ? { ...sheet, state: 'on_the_way', startedAt: at } : sheet
  }
  if (kind === 'finish') return { ...sheet, state: 'finished', finishedAt: at }
  const reached = sheet.stops.findIndex(({ id }) => id === stop?.id)
  const stops = sheet.stops.map((each, row) => ({
    ...each,
    passed: each.passed || row <= reached,
    arrivedAt: row === reached ? (each.arrivedAt ?? at) : each.arrivedAt,
  }))
  return { ...sheet, stops }
}

function canOf(
  pressed: RunSheet,
  { sheet, presses, now }: { sheet: RunSheet; presses: readonly KeptPress[]; now: Date },
): RunSheet['can'] {
  const moves = pressed.state === 'on_the_way'
  const ahead = pressed.stops.filter(({ passed }) => !passed).map(({ id }) => id)
  const hasOpened = sheet.asOf < sheet.startsFrom && isIn(now, sheet)
  return {
    start: pressed.state === 'not_started' && (sheet.can.start || hasOpened),
    arrive:
      presses.length > 0 && moves ? ahead : sheet.can.arrive.filter((id) => ahead.includes(id)),
    // What was not sent is withdrawn instead.
    undo: presses.length > 0 ? null : sheet.can.undo,
    undoFinishUntil: presses.length > 0 ? null : sheet.can.undoFinishUntil,
    finish: moves && (sheet.can.finish || ahead.length === 0 || now >= new Date(sheet.startsUntil)),
  }
}

/**
 * Returns the stop of a press that comes too early to be true, and the minutes that the plan has
 * left until there; null for a press that can be true.
 */
export function tooEarly(
  { stops, startedAt }: RunSheet,
  { kind, stop }: Pick<KeptPress, 'kind' | 'stop'>,
  now: Date,
): { name: string; minutes: number } | null {
  const row = kind === 'finish' ? stops.length - 1 : stops.findIndex(({ id }) => id === stop?.id)
  const asked = stops.map(({ plannedAt, arrivedAt }, each) => {
    const reachedAt = arrivedAt ?? (each === 0 ? startedAt : null)
    return {
      plannedAt: Date.parse(plannedAt),
      reachedAt: reachedAt === null ? null : Date.parse(reachedAt),
    }
  })
  const [planned, place] = [asked[row], stops[row]]
  if (!planned || !place || !isDoubtful(asked, row, now.getTime())) return null
  return { name: place.name, minutes: Math.round((planned.plannedAt - now.getTime()) / 60_000) }
}

function isIn(now: Date, { startsFrom, startsUntil }: RunSheet): boolean {
  return now >= new Date(startsFrom) && now < new Date(startsUntil)
}

/** What the driver does now; the screen has one main button for it. */
export type Phase =
  | { kind: 'leave' }
  /** People wait at the stop where the car is. */
  | { kind: 'pick_up'; stop: RunStop; waiting: number }
  | { kind: 'arrive'; stop: RunStop }
  | { kind: 'finish' }
  | { kind: 'finished' }

/** Returns the driver's next action. `noted`: codes that this phone keeps without a decision. */
export function phaseOf(sheet: RunSheet, noted = 0): Phase {
  if (sheet.state === 'finished') return { kind: 'finished' }
  if (sheet.state === 'not_started') return { kind: 'leave' }
  const here = sheet.stops.findLast(({ passed }) => passed)
  const waiting = (here ? waitingAt(here) : 0) - noted
  if (here && waiting > 0) return { kind: 'pick_up', stop: here, waiting }
  const stop = nextStop(sheet)
  return stop ? { kind: 'arrive', stop } : { kind: 'finish' }
}

const waitingOf = ({ getsOn }: RunStop) => getsOn.filter(({ boarding }) => boarding === 'waiting')

/** What comes after the main action; null when nothing follows. */
export function afterText(sheet: RunSheet, phase: Phase): string | null {
  const next = nextStop(sheet)
  switch (phase.kind) {
    case 'leave':
      return next ? `Después: llegas a ${next.name}, ${time(next.expectedAt)}` : null
    case 'arrive': {
      const people = waitingOf(phase.stop).reduce((sum, { seats }) => sum + seats, 0)
      if (people > 0) return `Después: recoges a ${plural(people, 'persona', 'personas')}`
      const { stops } = sheet
      const later = nextStop({ ...sheet, stops: stops.slice(stops.indexOf(phase.stop) + 1) })
      return later ? `Después: llegas a ${later.name}, ${time(later.expectedAt)}` : LAST
    }
    case 'pick_up':
      return next ? `Después: llegas a ${next.name}, ${time(next.expectedAt)}` : LAST
    case 'finish':
    case 'finished':
      return null
  }
}

const LAST = 'Después: terminas el viaje'

/** Names a press in the list of what waits or was refused. */
export function pressText({ kind, stop, at }: Pick<KeptPress, 'kind' | 'stop' | 'at'>): string {
  const what = { start: 'Salida', arrive: `Llegada a ${stop?.name}`, finish: 'Fin del viaje' }[kind]
  return `${what}, ${time(at)}`
}
