import { type ModuleData, neverErased, PSEUDONYMOUS } from '#server/platform/module-data.ts'

export const staffActionsData = {
  tables: {
    staff_actions: {
      app: 'append',
      title: 'Lo que hiciste como parte del equipo',
      why: 'shows who of the team did what, and why',
      of: ['actor_id'],
      take: ['at', 'action', 'subject_kind'],
      leave: {
        'may be about somebody else': ['subject_id', 'reason'],
        'a key': ['id', 'request_id'],
      },
      ...neverErased(`evidence that nobody can change; ${PSEUDONYMOUS}`),
    },
  },
} satisfies ModuleData
