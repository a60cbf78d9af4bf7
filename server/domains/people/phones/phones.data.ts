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
      keep: { job: 'purge-phone-codes', time: 'until it has expired' },
    },
  },
} satisfies RoomData
