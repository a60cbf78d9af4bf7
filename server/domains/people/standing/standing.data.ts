import { PSEUDONYMOUS, type RoomData } from '#server/platform/room-data.ts'

export const standingData = {
  tables: {
    user_standing: {
      app: 'write',
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
  },
} satisfies RoomData
