import { PSEUDONYMOUS, type RoomData } from '#server/platform/room-data.ts'

export const backOfficeData = {
  tables: {
    data_reveals: {
      app: 'append',
      title: 'Quién del equipo vio un dato tuyo completo',
      why: 'shows who of the team saw which datum of a person, and why',
      of: ['user_id'],
      others: ['actor_id'],
      take: ['at', 'field', 'reason', 'about_kind'],
      leave: { 'a key': ['id', 'about_id'] },
      erase: { nothing: `evidence that nobody can change; ${PSEUDONYMOUS}` },
      keep: { always: `evidence that nobody can change; ${PSEUDONYMOUS}` },
    },
  },
} satisfies RoomData
