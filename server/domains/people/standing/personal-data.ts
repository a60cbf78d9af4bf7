import { type PersonalData, PSEUDONYMOUS } from '#server/platform/personal-data.ts'

export const standingData = {
  user_standing: {
    title: 'Reputación en números',
    why: 'people know with whom they travel',
    of: ['user_id'],
    take: [
      'agreed',
      'cancelled',
      'computed_at',
      'level',
      'requests_answered',
      'requests_missed',
      'response_minutes',
      'stars',
      'trips_driven',
      'trips_ridden',
      'weighted_rating',
    ],
    erase: { nothing: `computed every night from bookings and ratings; ${PSEUDONYMOUS}` },
    keep: { always: `computed every night; ${PSEUDONYMOUS}` },
  },
} satisfies PersonalData
