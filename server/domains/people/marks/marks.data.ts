import { PSEUDONYMOUS, type RoomData } from '#server/platform/room-data.ts'

export const marksData = {
  tables: {
    driver_marks: {
      app: 'append',
      title: 'Marcas en tu perfil de conductor',
      why: 'passengers know of late cancellations of a driver',
      of: ['driver_id'],
      take: ['kind', 'created_at'],
      leave: { 'a key': ['id', 'cause_id'] },
      erase: { nothing: PSEUDONYMOUS },
      keep: { always: `evidence that nobody can change; ${PSEUDONYMOUS}` },
    },
  },
  innerFunctions: ['mark_driver'],
} satisfies RoomData
