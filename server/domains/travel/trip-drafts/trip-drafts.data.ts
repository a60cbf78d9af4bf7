import type { RoomData } from '#server/platform/room-data.ts'

export const tripDraftsData = {
  tables: {
    trip_drafts: {
      app: 'write',
      title: 'Viaje que se publica cuando te aprueben',
      why: 'publishes the trip of a driver whose documents wait for approval',
      of: ['driver_id'],
      take: ['request', 'status', 'reason', 'trip_id', 'saved_at', 'decided_at'],
      leave: { 'a key': ['id'] },
      erase: { delete: true },
      closing: 'is not published for an account that closes',
      keep: { days: 90, since: 'saved_at' },
    },
  },
} satisfies RoomData
