import type { RunSheet, RunStop } from '#contract/journeys.ts'

/** Number of tickets at a stop that have not got on. */
export const waitingAt = ({ getsOn }: Pick<RunStop, 'getsOn'>): number =>
  getsOn.filter(({ boarding }) => boarding === 'waiting').length

/**
 * The next stop where somebody gets on or off, or was to get on; else the last one. Before the
 * start it is the first; undefined after the last, and once the journey is finished. At other stops
 * no main action waits for the driver.
 */
export function nextStop({ stops, state }: Pick<RunSheet, 'stops' | 'state'>): RunStop | undefined {
  if (state === 'finished') return undefined
  const ahead = stops.filter(({ passed }) => !passed)
  if (state === 'not_started') return ahead[0]
  return ahead.find(({ getsOn, getsOff }) => getsOn.length + getsOff.length > 0) ?? ahead.at(-1)
}
