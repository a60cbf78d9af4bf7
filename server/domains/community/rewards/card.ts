// The Green and Gold cards, as the specification says what they take. Pure.
import type { Card, Criterion } from '#contract/rewards.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { RewardPolicy } from './policy.ts'

/** What is known of a person. */
export type CardFacts = {
  /** Name given and terms accepted. */
  registered: boolean
  /** Address confirmed, and the telephone number proved where codes can be sent. */
  verified: boolean
  /** Completed, driven and travelled. */
  trips: number
  /** Sum of the stars, and number of ratings. */
  starsSum: number
  ratings: number
  /** Planned drop-off of the last completed trip, ISO; null without any. */
  lastTripAt: string | null
  /** Suspended or expelled. */
  suspended: boolean
}

type GoldPolicy = Pick<RewardPolicy, 'gold'>

/** Green: registration, basic verification, first trip. */
export function greenCriteria(facts: CardFacts): Criterion[] {
  const plain = { have: null, need: null }
  return [
    { name: 'registered', done: facts.registered, ...plain },
    { name: 'verified', done: facts.verified, ...plain },
    { name: 'first_trip', done: facts.trips > 0, ...plain },
  ]
}

/** Gold: more trips than 20, rating of 4.8 or more, active. */
export function goldCriteria(facts: CardFacts, { gold }: GoldPolicy, now: Date): Criterion[] {
  const { trips, starsSum, ratings } = facts
  // In tenths and whole numbers: 4.8 is not exact in binary.
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

/** The card that these facts give; Gold is for who would have Green too. */
export function cardFor(facts: CardFacts, policy: GoldPolicy, now: Date): Card | null {
  if (!greenCriteria(facts).every(({ done }) => done)) return null
  return goldCriteria(facts, policy, now).every(({ done }) => done) ? 'gold' : 'green'
}
