import { type PersonalData, PSEUDONYMOUS } from '#server/platform/personal-data.ts'

export const platformData = {
  audit_entries: {
    title: 'Registro de lo que hiciste',
    why: 'shows who did what',
    of: ['actor_id'],
    take: ['at', 'action', 'subject_kind'],
    leave: { 'may be about somebody else': ['details', 'subject_id'], 'a key': ['id'] },
    erase: { nothing: `evidence that nobody can change; ${PSEUDONYMOUS}` },
    keep: { always: `evidence that nobody can change; ${PSEUDONYMOUS}` },
  },
  idempotency_keys: {
    title: 'Solicitudes repetidas',
    why: 'a repeat of a request does nothing twice',
    of: ['actor_id'],
    take: ['operation', 'created_at'],
    leave: { 'a step of the program': ['key', 'request_hash', 'resource_id'] },
    erase: { delete: true },
    keep: { job: 'purge-idempotency-keys', time: '30 days' },
  },
} satisfies PersonalData
