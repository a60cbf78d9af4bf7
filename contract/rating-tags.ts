// Tags for rating a person with one tap; apart from the routes, see limits.ts.

/** Role of the rated person. */
export type RatedAs = 'driver' | 'passenger'
/** Whether the two people travelled, or an agreed booking was cancelled. */
export type RatingOutcome = 'travelled' | 'cancelled'

const cancelled = ['told_in_time', 'explained', 'last_minute', 'did_not_come', 'no_answer'] as const

const ratingTags = {
  driver: {
    travelled: [
      'on_time',
      'drives_safely',
      'clean_car',
      'friendly',
      'flexible',
      'late',
      'drives_fast',
      'dirty_car',
      'rude',
      'asked_for_more_money',
      'missed_change',
    ],
    cancelled: [...cancelled, 'asked_to_cancel'],
  },
  passenger: {
    travelled: [
      'on_time',
      'friendly',
      'respectful',
      'good_communication',
      'late',
      'rude',
      'too_much_luggage',
      'did_not_pay',
    ],
    cancelled,
  },
} as const

/** Tags that can be chosen; who missed the second car says so of the first driver only. */
export function tagsFor(as: RatedAs, outcome: RatingOutcome, connectionPart: number | null) {
  const all: readonly RatingTag[] = ratingTags[as][outcome]
  return all.filter((tag) => tag !== 'missed_change' || connectionPart === 1)
}

export type RatingTag = (typeof ratingTags)[RatedAs][RatingOutcome][number]

/** Every tag, without duplicates. */
export const allRatingTags = [
  ...new Set(Object.values(ratingTags).flatMap((lists) => Object.values(lists).flat())),
] as [RatingTag, ...RatingTag[]]

/** Days after the trip in which it can be rated; afterwards each person sees the other's rating. */
export const RATING_DAYS = 14
export const RATING_TAGS_MAX = 5
export const RATING_COMMENT_MAX = 600
/** Characters of the reason for saying that the two people did not travel together. */
export const NOT_TOGETHER_MIN = 10
export const NOT_TOGETHER_MAX = 600
