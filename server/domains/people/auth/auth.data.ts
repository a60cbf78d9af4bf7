import type { RoomData } from '#server/platform/room-data.ts'

export const authData = {
  tables: {
    credentials: {
      app: 'write',
      title: 'Contraseña',
      why: 'signs in',
      of: ['user_id'],
      take: ['updated_at'],
      leave: { 'a secret': ['password_hash', 'address_salt'] },
      erase: { delete: true },
      keep: { account: true },
    },
    step_up_codes: {
      app: 'write',
      title: 'Códigos de confirmación',
      why: 'proves that who holds the session is the person',
      within: { column: 'session_id', table: 'sessions' },
      take: ['expires_at'],
      leave: { 'a secret': ['code_hash', 'tries'] },
      erase: { delete: true },
      keep: { job: 'purge-sessions', time: 'as long as its session' },
    },
    sessions: {
      app: 'write',
      title: 'Sesiones',
      why: 'keeps the person signed in, and shows them where they are',
      of: ['user_id'],
      take: [
        'created_at',
        'rotated_at',
        'expires_at',
        'revoked_at',
        'revoked_reason',
        'user_agent',
        'second_factor_at',
      ],
      leave: {
        'a secret': ['refresh_hash', 'previous_hash', 'proved_at'],
        'a key': ['id'],
        'a digest that means nothing outside': ['second_factor_networks', 'second_factor_device'],
        'a step of the program': ['mobile'],
      },
      erase: { delete: true },
      keep: { job: 'purge-sessions', time: '7 days after its end' },
    },
    user_devices: {
      app: 'write',
      title: 'Navegadores usados',
      why: 'finds two accounts of one person that rate each other',
      of: ['user_id'],
      take: ['first_seen_at', 'last_seen_at'],
      leave: { 'a digest that means nothing outside': ['device_index'] },
      erase: { delete: true },
      keep: { job: 'purge-devices', time: '180 days after the last use' },
    },
  },
} satisfies RoomData
