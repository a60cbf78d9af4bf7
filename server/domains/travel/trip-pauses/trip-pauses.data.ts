import { ACCOUNTS_BY_LAW, type RoomData } from '#server/platform/room-data.ts'

export const tripPausesData = {
  tables: {
    trip_pauses: {
      app: 'write',
      title: 'Viajes en pausa',
      why: 'no trip is sold with missing documents, a barred driver, or a pause that they made',
      within: { column: 'trip_id', table: 'trips' },
      take: ['trip_id', 'cause', 'paused_at', 'lacking', 'ended_at', 'outcome'],
      erase: { nothing: ACCOUNTS_BY_LAW },
      closing: 'its trip waits',
      keep: { with: 'trips' },
    },
  },
} satisfies RoomData
