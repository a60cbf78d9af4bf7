import { ACCOUNTS_BY_LAW, type RoomData } from '#server/platform/room-data.ts'

export const journeysData = {
  tables: {
    arrival_words: {
      app: 'write',
      title: 'Si llegaste bien de tus viajes',
      why: 'a trip without news is asked about, and a press in doubt is confirmed',
      of: ['user_id'],
      take: ['trip_id', 'asked_at', 'arrived', 'answered_at'],
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { with: 'trips' },
    },
    journey_arrivals: {
      app: 'write',
      title: 'Llegadas a las paradas',
      why: 'tells passengers where the driver is',
      within: { column: 'trip_id', table: 'trips' },
      take: ['trip_id', 'seq', 'at', 'received_at', 'counts_at'],
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { with: 'trips' },
    },
    journey_presses: {
      app: 'write',
      title: 'Lo que marcaste en tus viajes como conductor',
      why: 'a press that a phone kept without a network counts once',
      within: { column: 'trip_id', table: 'trips' },
      take: ['trip_id', 'kind', 'seq', 'claimed_at', 'at', 'received_at'],
      leave: { 'a key': ['id'] },
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { with: 'trips' },
    },
    journeys: {
      app: 'write',
      title: 'Viajes que hiciste como conductor',
      why: 'when a trip began and ended',
      within: { column: 'trip_id', table: 'trips' },
      take: ['trip_id', 'started_at', 'finished_at', 'finish_counts_at', 'delay_ms'],
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { with: 'trips' },
    },
  },
} satisfies RoomData
