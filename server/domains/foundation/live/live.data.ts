import type { RoomData } from '#server/platform/room-data.ts'

export const liveData = {
  tables: {
    live_events: {
      app: 'write',
      title: 'Avisos a tus pantallas abiertas',
      why: 'an open screen learns that something changed',
      of: ['user_id'],
      take: ['type', 'created_at'],
      leave: { 'a step of the program': ['id', 'ref', 'tx'] },
      erase: { delete: true },
      keep: { job: 'purge-live-events', time: '2 hours' },
    },
  },
} satisfies RoomData
