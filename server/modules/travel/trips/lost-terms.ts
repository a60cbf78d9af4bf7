import type { LostTerm } from '#contract/connections-rescues.ts'
import type { Preferences } from '#contract/trips.ts'

const LUGGAGE = ['none', 'small', 'large'] as const

/** Whether another trip, or other terms of the same one, lack what one offered. */
const lacking: Record<LostTerm, (lost: Preferences, other: Preferences) => boolean> = {
  luggage: (lost, other) => LUGGAGE.indexOf(other.luggage) < LUGGAGE.indexOf(lost.luggage),
  pets: (lost, other) => lost.pets && !other.pets,
  wheelchair: (lost, other) => lost.wheelchair && !other.wheelchair,
  childSeat: (lost, other) => lost.childSeat && !other.childSeat,
  noSmoking: (lost, other) => !lost.smoking && other.smoking,
  maxTwoInBack: (lost, other) => lost.maxTwoInBack && !other.maxTwoInBack,
}

/**
 * Lists what a trip offered and one of these others does not: a passenger may have relied on it.
 * Whom a trip takes is no such term.
 */
export function lostTerms(lost: Preferences, others: readonly Preferences[]): LostTerm[] {
  const terms = Object.keys(lacking) as LostTerm[]
  return terms.filter((term) => others.some((other) => lacking[term](lost, other)))
}
