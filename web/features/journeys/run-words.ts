import type { Boarding, JourneyState, RunMeeting, RunSheet, RunStop } from '#contract/journeys.ts'
import { duration, km, time } from '#web/lib/format.ts'
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

/** The stop that comes next; none after the last, nor once the journey is over. */
export function nextStop({ stops, state }: RunSheet): RunStop | undefined {
  return state === 'finished' ? undefined : stops.find((stop) => !stop.passed)
}

/** Number of passed stops, for the road line. */
export function progressOf(stops: readonly { passed: boolean }[]): number {
  return stops.filter((stop) => stop.passed).length
}

/** When a stop was reached or is expected, beside what was planned. */
export function stopTimeText(
  stop: Pick<RunStop, 'arrivedAt' | 'passed' | 'expectedAt' | 'plannedAt'>,
): string {
  if (stop.arrivedAt) return `Llegaste a las ${time(stop.arrivedAt)}`
  if (stop.passed) return 'Pasaste sin registrar la llegada'
  const planned = `Hora acordada: ${time(stop.plannedAt)}`
  const late = Date.parse(stop.expectedAt) - Date.parse(stop.plannedAt) >= 60_000
  return late ? `${planned} · vas para las ${time(stop.expectedAt)}` : planned
}

/** "2 suben, 1 baja"; null when nobody does. */
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

/** Absent on sheets that an older version cached. */
type Moving = Pick<RunStop, 'getsOn' | 'getsOff'> & { meetings?: readonly RunMeeting[] }

export type Met = Pick<RunStop, 'getsOn' | 'getsOff'> & { point: RunMeeting['point'] }

/** Where people meet at a stop with several meetings, in order; empty when there is one or none. */
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

/** Of a stop with several meetings: how many there are, and what they add to the way. */
export function meetingsText(meetings: readonly Met[], detour: RunStop['detour']): string {
  const more = detourText(detour)
  return `${meetings.length} encuentros, en el orden más corto${more ? `: ${more}` : ''}.`
}

/** What the meeting points add to the way; null when next to nothing. */
export function detourText({ km: more, minutes }: RunSheet['detour']): string | null {
  if (more < 0.1) return null
  return `${km(more)} y ${duration(minutes)} más que sin desvíos, aproximadamente`
}
