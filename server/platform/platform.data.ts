import { type ModuleData, neverErased, PSEUDONYMOUS } from '#server/platform/module-data.ts'

export const platformData = {
  tables: {
    audit_entries: {
      app: 'append',
      title: 'Registro de lo que hiciste',
      why: 'shows who did what',
      of: ['actor_id'],
      take: ['at', 'action', 'subject_kind'],
      leave: { 'may be about somebody else': ['details', 'subject_id'], 'a key': ['id'] },
      ...neverErased(`evidence that nobody can change; ${PSEUDONYMOUS}`),
    },
    idempotency_keys: {
      app: 'write',
      title: 'Solicitudes repetidas',
      why: 'a repeat of a request does nothing twice',
      of: ['actor_id'],
      take: ['operation', 'created_at'],
      leave: { 'a step of the program': ['key', 'request_hash', 'resource_id'] },
      erase: { delete: true },
      keep: { days: 30, since: 'created_at' },
    },
    jobs: {
      app: 'write',
      impersonal:
        'work that waits; names and addresses in it are encrypted, and it is deleted when done',
    },
    key_checks: { app: 'write', impersonal: 'what tells whether the keys are still the same' },
    clock_limit: { app: 'read', impersonal: 'one number of the program' },
    rate_limits: { app: 'write', impersonal: 'counters that end within hours' },
  },
  views: ['new_jobs', 'new_idempotency_keys'],
  functions: ['derived_id(text,text)', 'derived_id(text[])'],
  innerFunctions: ['clock_fits', 'forget_callers', 'refuse_callers', 'refuse_change'],
} satisfies ModuleData
