// Apart from limits.ts, which every screen downloads.

/** Rewards: points of one, how often a person redeems it, and what is pasted at once. */
export const REWARD_POINTS_MAX = 1_000_000
export const REWARD_PER_PERSON_MAX = 100
export const REWARD_CODES_TEXT_MAX = 50_000
