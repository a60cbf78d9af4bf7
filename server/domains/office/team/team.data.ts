import type { RoomData } from '#server/platform/room-data.ts'

export const teamData = {
  tables: {
    team_invitations: {
      app: 'write',
      title: 'Invitaciones al equipo que propusiste, firmaste o aceptaste',
      why: 'invites somebody to work for Cupo, with the signatures of two people',
      of: ['proposed_by', 'signed_by', 'closed_by'],
      take: ['roles', 'proposed_at', 'signed_at', 'expires_at', 'closed_at', 'outcome'],
      leave: {
        'about somebody else': ['email', 'email_key', 'reason'],
        'a secret': ['token_hash'],
        'a key': ['id', 'by_only_admin'],
      },
      erase: { nothing: 'it is deleted 30 days after it ended' },
      closing: 'an act of the team',
      keep: { days: 30, since: 'expires_at' },
    },
  },
} satisfies RoomData
