import { PSEUDONYMOUS, type RoomData } from '#server/platform/room-data.ts'

export const sanctionsData = {
  tables: {
    sanction_events: {
      app: 'append',
      title: 'Sanciones',
      why: 'what the team decided about a person',
      of: ['user_id'],
      others: ['decided_by'],
      take: ['sanction_id', 'kind', 'at', 'ends_at', 'reason'],
      leave: { 'a key': ['id', 'cause'] },
      erase: { nothing: `evidence that nobody can change; ${PSEUDONYMOUS}` },
      keep: { always: `evidence that nobody can change; ${PSEUDONYMOUS}` },
    },
    barred_identities: {
      app: 'write',
      title: 'Documento y celular de una cuenta cerrada con sanción',
      why: 'nobody leaves a sanction behind by closing the account: digests, no numbers',
      of: ['user_id'],
      take: ['until', 'noted_at'],
      leave: { 'a digest that means nothing outside': ['index'] },
      erase: { nothing: 'it is written when the account closes' },
      keep: { days: 0, since: 'until' },
    },
    user_conduct: {
      app: 'read',
      title: 'Estado de tu cuenta',
      why: 'whether the person may book and publish',
      of: ['user_id'],
      take: ['expelled', 'suspended_until', 'sanctioned_at'],
      erase: { nothing: `follows sanction_events; ${PSEUDONYMOUS}` },
      keep: { always: 'follows sanction_events' },
    },
  },
  innerFunctions: ['follow_barred', 'follow_sanctions'],
} satisfies RoomData
