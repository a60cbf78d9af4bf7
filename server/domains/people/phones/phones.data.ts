import type { RoomData } from '#server/platform/room-data.ts'

export const phonesData = {
  tables: {
    phone_codes: {
      app: 'write',
      title: 'Código enviado a tu celular',
      why: 'proves a number',
      of: ['user_id'],
      take: ['expires_at'],
      leave: {
        'a secret': ['code_hash', 'tries'],
        'the number that is being proved': ['phone_sealed'],
      },
      erase: { delete: true },
      keep: { days: 0, since: 'expires_at' },
    },
  },
} satisfies RoomData
