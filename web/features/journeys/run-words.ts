import { CHANGE_WAIT_MINUTES } from '#contract/booking-limits.ts'
import type {
  Boarding,
  JourneyState,
  RunMeeting,
  RunPassenger,
  RunSheet,
  RunStop,
} from '#contract/journeys.ts'
import { duration, km, sentence, theTime, time } from '#web/lib/format.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

export const stateWords: Record<JourneyState, { text: string; tone: PillTone }> = {
  not_started: { text: 'Sin empezar', tone: 'neutral' },
  on_the_way: { text: 'En camino', tone: 'info' },
  finished: { text: 'Terminado', tone: 'ok' },
}

export const boardingWords: Record<Boarding, { text: string; tone: PillTone }> = {
  waiting: { text: 'Por subir', tone: 'warn' },
  aboard: { text: 'A bordo', tone: 'ok' },
  arrived: { text: 'Ya bajó', tone: 'ok' },
  no_show: { text: 'No llegó', tone: 'neutral' },
}

/** Number of passed stops, which is the progress of the road line. */
export function progressOf(stops: readonly { passed: boolean }[]): number {
  return stops.filter((stop) => stop.passed).length
}

/** Recorded or expected time of arrival at a stop, beside the agreed time. */
export function stopTimeText(
  stop: Pick<RunStop, 'arrivedAt' | 'passed' | 'expectedAt' | 'plannedAt'>,
): string {
  if (stop.arrivedAt) return `Llegaste a ${theTime(stop.arrivedAt)}`
  if (stop.passed) return 'Pasaste sin registrar la llegada'
  const planned = `Hora acordada: ${time(stop.plannedAt)}`
  const late = Date.parse(stop.expectedAt) - Date.parse(stop.plannedAt) >= 60_000
  return late ? `${planned} · vas para ${theTime(stop.expectedAt)}` : planned
}

/** Counts people at a stop: "2 suben, 1 baja"; null when nobody gets on or off. */
export function movesText({ getsOn, getsOff }: Pick<RunStop, 'getsOn' | 'getsOff'>): string | null {
  const on = getsOn.reduce(
    (sum, { boarding, seats }) => sum + (boarding === 'no_show' ? 0 : seats),
    0,
  )
  const off = getsOff.reduce((sum, { seats }) => sum + seats, 0)
  const parts = [
    ...(on > 0 ? [on === 1 ? '1 sube' : `${on} suben`] : []),
    ...(off > 0 ? [off === 1 ? '1 baja' : `${off} bajan`] : []),
  ]
  return parts.length > 0 ? parts.join(', ') : null
}

/**
 * What a driver knows of the other car of a passenger's trip with one change, with the delay of the
 * first car as of the sheet; null for others. Sheets of an older version have no `connection`.
 */
export function connectionWords({ name, connection }: Pick<RunPassenger, 'name' | 'connection'>) {
  if (!connection || connection.brokenAt) return null
  const { part, changeAt, arrivesAt, departsAt, expectedAt } = connection
  if (part === 1) {
    const place = changeAt.point ? `${changeAt.name}, ${changeAt.point.name}` : changeAt.name
    return `Baja en ${place} · sigue en otro carro a ${theTime(departsAt)}`
  }
  const moved = expectedAt && time(expectedAt) !== time(arrivesAt)
  const now = moved ? ` (ahora ${time(expectedAt)})` : ''
  const wait = `Espera máximo ${CHANGE_WAIT_MINUTES} min.`
  return `${sentence(`${name} llega en otro carro, previsto ${time(arrivesAt)}${now}`)} ${wait}`
}

/** A stop with its passengers. `meetings` is absent in sheets cached by an older version. */
type Moving = Pick<RunStop, 'getsOn' | 'getsOff'> & { meetings?: readonly RunMeeting[] }

export type Met = Pick<RunStop, 'getsOn' | 'getsOff'> & { point: RunMeeting['point'] }

/** Meeting points of a stop in driving order; empty when there are fewer than two. */
export function severalMeetings({ getsOn, getsOff, meetings = [] }: Moving): Met[] {
  if (meetings.length < 2) return []
  return meetings
    .map(({ point, getsOn: on, getsOff: off }) => ({
      point,
      getsOn: getsOn.filter(({ bookingId }) => on.includes(bookingId)),
      getsOff: getsOff.filter(({ bookingId }) => off.includes(bookingId)),
    }))
    .filter((met) => met.getsOn.length + met.getsOff.length > 0)
}

/** Number of meeting points at a stop, and the detour that they cause. */
export function meetingsText(meetings: readonly Met[], detour: RunStop['detour']): string {
  const more = detourText(detour)
  return `${meetings.length} encuentros, en el orden más corto${more ? `: ${more}` : ''}.`
}

/** Distance and time of the detour to the meeting points; null below 0.1 km. */
export function detourText({ km: more, minutes }: RunSheet['detour']): string | null {
  if (more < 0.1) return null
  return `${km(more)} y ${duration(minutes)} más que sin desvíos, aproximadamente`
}
