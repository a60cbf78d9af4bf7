// The numbers by which people judge somebody they do not know. Pure: no clock and no database.
// docs/decisions/0078 has the reasons.

/** How many ratings of 1, 2, 3, 4 and 5 stars. */
export type Stars = [number, number, number, number, number]

/** What bookings, their events and ratings say of a person. */
export type Numbers = {
  userId: string
  stars: Stars
  /** Trips driven with somebody aboard. */
  tripsDriven: number
  /** Bookings travelled as a passenger. */
  tripsRidden: number
  requestsAnswered: number
  /** Requests that expired without an answer. */
  requestsMissed: number
  /** Median minutes until a request was answered; null without any. */
  responseMinutes: number | null
  /** Agreed bookings that are over, on both sides. */
  agreed: number
  /** Of those, how many this person cancelled or did not come to. */
  cancelled: number
}

export type Level = 'new' | 'regular' | 'trusted' | 'outstanding'

export type Reputation = Numbers & {
  /** See `weightedRating`. */
  weightedRating: number
  level: Level
}

/** Without ratings a person is taken for this, stars. */
const PRIOR_STARS = 4.5
/** That many ratings weigh as much as the prior. */
const PRIOR_WEIGHT = 5

export function ratingsIn(stars: Stars): number {
  return stars.reduce((sum, each) => sum + each, 0)
}

const sumOf = (stars: Stars) => stars.reduce((sum, each, i) => sum + each * (i + 1), 0)

/** Mean of the ratings with one decimal, as shown; null without any. */
export function averageOf(stars: Stars): number | null {
  const found = ratingsIn(stars)
  return found === 0 ? null : Math.round((10 * sumOf(stars)) / found) / 10
}

/**
 * Mean of the ratings and of five imaginary ones of 4.5 stars, in hundredths of a star. For
 * sorting: one rating of 5 stars does not come before a hundred of 4.9.
 */
export function weightedRating(stars: Stars): number {
  const sum = sumOf(stars) + PRIOR_STARS * PRIOR_WEIGHT
  return Math.round((100 * sum) / (ratingsIn(stars) + PRIOR_WEIGHT))
}

/** Share of agreed bookings that the person cancelled, 0 to 1; 0 without any. */
function cancellationRate({ agreed, cancelled }: Numbers): number {
  return agreed === 0 ? 0 : cancelled / agreed
}

type LevelRule = { level: Level; trips: number; ratings: number; stars: number; cancels: number }

/** From the highest down; the first that holds. `stars` and `cancels` are limits. */
const levelRules: readonly LevelRule[] = [
  // More than 20 trips and 4.8 or more: what the Gold card asks for too.
  { level: 'outstanding', trips: 21, ratings: 5, stars: 4.8, cancels: 0.05 },
  { level: 'trusted', trips: 10, ratings: 3, stars: 4.5, cancels: 0.1 },
  { level: 'regular', trips: 3, ratings: 0, stars: 0, cancels: 0.25 },
]

/** The level of a person; trips count on both sides. */
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

/** What follows from the numbers. */
export function reputationOf(numbers: Numbers): Reputation {
  const { stars } = numbers
  return { ...numbers, weightedRating: weightedRating(stars), level: levelOf(numbers) }
}

/** Of somebody who has done nothing yet. */
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
