import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'

export const journeysData = {
  journey_arrivals: {
    title: 'Llegadas a las paradas',
    why: 'tells passengers where the driver is',
    within: { column: 'trip_id', table: 'trips' },
    take: ['trip_id', 'seq', 'at'],
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { with: 'trips' },
  },
  journeys: {
    title: 'Viajes que hiciste como conductor',
    why: 'when a trip began and ended',
    within: { column: 'trip_id', table: 'trips' },
    take: ['trip_id', 'started_at', 'finished_at'],
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { with: 'trips' },
  },
} satisfies PersonalData
