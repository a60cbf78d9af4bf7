import { PSEUDONYMOUS, type RoomData } from '#server/platform/room-data.ts'

export const referralsData = {
  tables: {
    referral_codes: {
      app: 'write',
      title: 'Código para invitar',
      why: 'friends say by it who invited them',
      of: ['user_id'],
      take: ['code', 'created_at'],
      erase: { delete: true },
      keep: { account: true },
    },
    referrals: {
      app: 'write',
      title: 'Invitaciones',
      why: 'who invited whom: both earn points',
      of: ['friend_id', 'referrer_id'],
      take: ['status', 'claimed_at', 'settled_at'],
      leave: { 'a key': ['id', 'booking_id'] },
      erase: { nothing: `the points follow from it; ${PSEUDONYMOUS}` },
      closing: 'points are lost with the account',
      keep: { always: `the points follow from it; ${PSEUDONYMOUS}` },
    },
  },
} satisfies RoomData
