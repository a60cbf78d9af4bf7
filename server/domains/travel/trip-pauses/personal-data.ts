import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'

export const tripPausesData = {
  trip_pauses: {
    title: 'Viajes en pausa',
    why: 'no trip is sold whose documents end before it arrives, or whose driver is barred',
    within: { column: 'trip_id', table: 'trips' },
    take: ['trip_id', 'cause', 'paused_at', 'lacking', 'ended_at', 'outcome'],
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { with: 'trips' },
  },
} satisfies PersonalData
