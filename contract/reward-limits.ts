// These limits are kept apart from limits.ts, because every screen downloads limits.ts.

/** Rewards: points of one reward, redemptions per person, and codes in one request. */
export const REWARD_POINTS_MAX = 1_000_000
export const REWARD_PER_PERSON_MAX = 100
export const REWARD_CODES_TEXT_MAX = 50_000
