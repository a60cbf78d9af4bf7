// Reputation: the numbers by which people judge a stranger. Pure: no clock and no database.
// Reasons: docs/decisions/0034.

/** Number of ratings with 1, 2, 3, 4 and 5 stars, in this order. */
export type Stars = [number, number, number, number, number]

/** Counts of one person, from bookings, booking events and ratings. */
export type Numbers = {
  userId: string
  stars: Stars
  /** Trips driven with at least one passenger aboard. */
  tripsDriven: number
  /** Bookings travelled as a passenger. */
  tripsRidden: number
  requestsAnswered: number
  /** Requests that expired without an answer. */
  requestsMissed: number
  /** Median minutes until the driver answered a request; null without answers. */
  responseMinutes: number | null
  /** Confirmed bookings that have ended, as driver or passenger. */
  agreed: number
  /** Ended bookings that this person cancelled or did not show up for. */
  cancelled: number
}

export type Level = 'new' | 'regular' | 'trusted' | 'outstanding'

export type Reputation = Numbers & {
  /** Bayesian average in hundredths of a star, see `weightedRating`. */
  weightedRating: number
  level: Level
}

/** Rating in stars that is assumed for a person without ratings. */
const PRIOR_STARS = 4.5
/** Number of ratings that weigh as much as the prior. */
const PRIOR_WEIGHT = 5

export function ratingsIn(stars: Stars): number {
  return stars.reduce((sum, each) => sum + each, 0)
}

const sumOf = (stars: Stars) => stars.reduce((sum, each, i) => sum + each * (i + 1), 0)

/** Mean rating with one decimal, as displayed; null without ratings. */
export function averageOf(stars: Stars): number | null {
  const found = ratingsIn(stars)
  return found === 0 ? null : Math.round((10 * sumOf(stars)) / found) / 10
}

/**
 * Bayesian average with a prior of five ratings of 4.5, in hundredths of a star. Used for sorting:
 * one rating of 5 stars must not come before a hundred ratings of 4.9.
 */
export function weightedRating(stars: Stars): number {
  const sum = sumOf(stars) + PRIOR_STARS * PRIOR_WEIGHT
  return Math.round((100 * sum) / (ratingsIn(stars) + PRIOR_WEIGHT))
}

/** Share of confirmed bookings that the person cancelled, 0 to 1; 0 without bookings. */
function cancellationRate({ agreed, cancelled }: Numbers): number {
  return agreed === 0 ? 0 : cancelled / agreed
}

type LevelRule = { level: Level; trips: number; ratings: number; stars: number; cancels: number }

/** From the highest level down; the first match applies. `stars` and `cancels` are limits. */
const levelRules: readonly LevelRule[] = [
  // More than 20 trips and 4.8 stars or more: the same conditions as for the Gold card.
  { level: 'outstanding', trips: 21, ratings: 5, stars: 4.8, cancels: 0.05 },
  { level: 'trusted', trips: 10, ratings: 3, stars: 4.5, cancels: 0.1 },
  { level: 'regular', trips: 3, ratings: 0, stars: 0, cancels: 0.25 },
]

/** Level of a person; trips as driver and as passenger both count. */
export function levelOf(numbers: Numbers): Level {
  const { stars, tripsDriven, tripsRidden } = numbers
  const average = sumOf(stars) / Math.max(1, ratingsIn(stars))
  const found = levelRules.find(
    (rule) =>
      tripsDriven + tripsRidden >= rule.trips &&
      ratingsIn(stars) >= rule.ratings &&
      average >= rule.stars &&
      cancellationRate(numbers) <= rule.cancels,
  )
  return found?.level ?? 'new'
}

export function reputationOf(numbers: Numbers): Reputation {
  const { stars } = numbers
  return { ...numbers, weightedRating: weightedRating(stars), level: levelOf(numbers) }
}

export function noNumbers(userId: string): Numbers {
  return {
    userId,
    stars: [0, 0, 0, 0, 0],
    tripsDriven: 0,
    tripsRidden: 0,
    requestsAnswered: 0,
    requestsMissed: 0,
    responseMinutes: null,
    agreed: 0,
    cancelled: 0,
  }
}
