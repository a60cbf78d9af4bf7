import type { RunSheet, RunStop } from '#contract/journeys.ts'

/** Number of tickets at a stop that have not got on. */
export const waitingAt = ({ getsOn }: Pick<RunStop, 'getsOn'>): number =>
  getsOn.filter(({ boarding }) => boarding === 'waiting').length

/**
 * The next stop where somebody gets on or off, else the last one; undefined after it, and once the
 * journey is finished. Where nobody moves the driver passes: no main action waits for that.
 */
export function nextStop({ stops, state }: Pick<RunSheet, 'stops' | 'state'>): RunStop | undefined {
  if (state === 'finished') return undefined
  const ahead = stops.filter(({ passed }) => !passed)
  return ahead.find((stop) => waitingAt(stop) + stop.getsOff.length > 0) ?? ahead.at(-1)
}
