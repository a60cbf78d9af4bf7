import type { JourneyView } from '#contract/journeys.ts'
import type { RoadFacts } from '#contract/moments.ts'

/** What a journey says about its passenger's moment; null for who is no passenger of it. */
export function roadFactsOf(journey: JourneyView): RoadFacts | null {
  const { mine, stops, state, tripState, delayMinutes, isLate } = journey
  const from = stops.find((stop) => stop.id === mine?.from)
  const to = stops.find((stop) => stop.id === mine?.to)
  if (!from || !to) return null
  return {
    delayMinutes,
    isLate,
    hasStarted: state !== 'not_started',
    // A press that is too early to be true counts once somebody confirms it.
    isAtPickUp: from.passed && !from.doubtful,
    isOver: tripState === 'finished' || (to.passed && !to.doubtful),
  }
}

/** Whether the arrival that the driver's last press let expect has passed without a record. */
export const isUnheard = ({ expectedAt }: { expectedAt: string }, now: Date): boolean =>
  now >= new Date(expectedAt)

/** State of a car that never came, or carried somebody and was not recorded: nobody knows. */
export const UNHEARD = 'Sin noticias del carro'
