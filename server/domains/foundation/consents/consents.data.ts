import type { RoomData } from '#server/platform/room-data.ts'

export const consentsData = {
  tables: {
    consents: {
      app: 'append',
      title: 'Permisos que diste y retiraste',
      why: 'proves what the person authorised (Ley 1581, art. 9)',
      of: ['user_id'],
      take: ['purpose', 'version', 'given', 'at', 'facts'],
      leave: { 'a key': ['id'] },
      erase: { nothing: 'proof of the authorisation (Ley 1581, art. 9); it has no name' },
      keep: { always: 'proof of the authorisation (Ley 1581, art. 9)' },
    },
  },
} satisfies RoomData
