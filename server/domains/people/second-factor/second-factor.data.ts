import type { RoomData } from '#server/platform/room-data.ts'

export const secondFactorData = {
  tables: {
    passkey_challenges: {
      app: 'write',
      title: 'Solicitudes de llave de acceso',
      why: 'a signature counts once',
      within: { column: 'session_id', table: 'sessions' },
      take: ['expires_at'],
      leave: { 'a secret': ['challenge', 'purpose'] },
      erase: { delete: true },
      keep: { job: 'purge-sessions', time: 'as long as its session' },
    },
    totp_secrets: {
      app: 'write',
      title: 'App de códigos',
      why: 'the second step of people of the team',
      of: ['user_id'],
      take: ['created_at', 'confirmed_at'],
      leave: { 'a secret': ['sealed', 'last_step'] },
      erase: { delete: true },
      keep: { account: true },
    },
    passkeys: {
      app: 'write',
      title: 'Llaves de acceso',
      why: 'the second step of people of the team',
      of: ['user_id'],
      take: ['name', 'created_at', 'used_at'],
      leave: {
        'a digest that means nothing outside': [
          'id',
          'credential_id',
          'public_key',
          'counter',
          'transports',
        ],
      },
      erase: { delete: true },
      keep: { account: true },
    },
    recovery_codes: {
      app: 'write',
      title: 'Códigos de recuperación',
      why: 'the second step of people of the team who lost everything else',
      of: ['user_id'],
      take: ['created_at', 'used_at'],
      leave: { 'a secret': ['code_hash'] },
      erase: { delete: true },
      keep: { account: true },
    },
  },
} satisfies RoomData
