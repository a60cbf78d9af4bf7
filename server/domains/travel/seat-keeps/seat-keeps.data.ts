import type { RoomData } from '#server/platform/room-data.ts'

export const seatKeepsData = {
  tables: {
    seat_keeps: {
      app: 'write',
      title: 'Cupos guardados mientras recargabas',
      why: 'a seat waits while its passenger tops up',
      of: ['passenger_id'],
      take: ['trip_id', 'seats', 'status', 'created_at', 'expires_at', 'closed_at'],
      leave: { 'a step of the program': ['id', 'from_seq', 'to_seq', 'revision'] },
      erase: { delete: true },
      closing: 'ends by itself within minutes and holds no money',
      keep: { days: 90, since: 'closed_at' },
    },
  },
  innerFunctions: ['has_kept_seats', 'take_kept_seats'],
} satisfies RoomData
