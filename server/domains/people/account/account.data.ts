import type { RoomData } from '#server/platform/room-data.ts'

export const accountData = {
  tables: {
    account_links: {
      app: 'write',
      title: 'Enlaces enviados a tu correo',
      why: 'recovers an account and changes its address, by a link that was mailed',
      of: ['user_id'],
      take: ['purpose', 'email', 'created_at', 'expires_at'],
      leave: {
        'a secret': ['token_hash', 'browser_hash', 'password_hash'],
        'a key': ['id', 'asked_by_owner'],
      },
      erase: { delete: true },
      keep: { job: 'purge-account-links', time: 'until it has expired' },
    },
  },
} satisfies RoomData
