import type { RoomData } from '#server/platform/room-data.ts'
import { forgetIdentities } from './apple-tokens.ts'

export const oauthData = {
  tables: {
    identities: {
      app: 'write',
      title: 'Cuentas de Google y Apple',
      why: 'signs in with Google or Apple',
      of: ['user_id'],
      take: ['issuer', 'subject', 'email', 'created_at', 'last_used_at'],
      leave: { 'a secret': ['refresh_sealed'] },
      erase: { how: 'deleted; Apple is asked to revoke its tokens', run: forgetIdentities },
      keep: { account: true },
    },
    oauth_flows: {
      app: 'write',
      title: 'Ingresos con Google o Apple',
      why: 'a sign-in that is under way',
      of: ['user_id'],
      take: ['provider', 'created_at', 'answered_at', 'redeemed_at'],
      leave: {
        'a secret': [
          'browser_hash',
          'client_state',
          'code_challenge',
          'code_hash',
          'code_verifier',
          'nonce',
          'state_hash',
        ],
        'a step of the program': [
          'id',
          'callback_origin',
          'code_expires_at',
          'expires_at',
          'is_new_user',
          'mobile',
          'redirect_url',
          'session_id',
        ],
      },
      erase: { delete: true },
      keep: { days: 1, since: 'expires_at' },
    },
  },
} satisfies RoomData
