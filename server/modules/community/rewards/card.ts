// Criteria of the Green and Gold cards, from the specification. Pure.
import type { Card, Criterion } from '#contract/rewards.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { RewardPolicy } from './policy.ts'

/** Facts about a person from which the card follows. */
export type CardFacts = {
  /** A name is given and the terms are accepted. */
  registered: boolean
  /** The email is confirmed, and the phone is proved where codes can be sent. */
  verified: boolean
  /** Completed trips as driver and as passenger. */
  trips: number
  /** Sum of the stars, and number of ratings. */
  starsSum: number
  ratings: number
  /** Planned drop-off of the last completed trip, ISO; null without any. */
  lastTripAt: string | null
  /** Whether the person is suspended or expelled. */
  suspended: boolean
}

type GoldPolicy = Pick<RewardPolicy, 'gold'>

/** Criteria of the Green card: registration, basic verification, first trip. */
export function greenCriteria(facts: CardFacts): Criterion[] {
  const plain = { have: null, need: null }
  return [
    { name: 'registered', done: facts.registered, ...plain },
    { name: 'verified', done: facts.verified, ...plain },
    { name: 'first_trip', done: facts.trips > 0, ...plain },
  ]
}

/** Criteria of the Gold card: more than 20 trips, a mean rating of at least 4.8, active. */
export function goldCriteria(facts: CardFacts, { gold }: GoldPolicy, now: Date): Criterion[] {
  const { trips, starsSum, ratings } = facts
  // Compared in whole tenths, because 4.8 is not exact in binary.
  const enough = ratings > 0 && starsSum * 10 >= Math.round(gold.stars * 10) * ratings
  const mean = ratings === 0 ? null : Math.floor((starsSum * 100) / ratings) / 100
  return [
    { name: 'trips', done: trips > gold.tripsOver, have: trips, need: gold.tripsOver + 1 },
    { name: 'rating', done: enough, have: mean, need: gold.stars },
    { name: 'active', done: isActive(facts, gold.activeDays, now), have: null, need: null },
  ]
}

function isActive({ lastTripAt, suspended }: CardFacts, days: number, now: Date): boolean {
  if (lastTripAt === null || suspended) return false
  return addMs(new Date(lastTripAt), days * DAY_MS) >= now
}

/** Returns the card that follows from the facts; Gold also requires the criteria of Green. */
export function cardFor(facts: CardFacts, policy: GoldPolicy, now: Date): Card | null {
  if (!greenCriteria(facts).every(({ done }) => done)) return null
  return goldCriteria(facts, policy, now).every(({ done }) => done) ? 'gold' : 'green'
}
