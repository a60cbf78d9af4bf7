import { type ModuleData, neverErased, PSEUDONYMOUS } from '#server/platform/module-data.ts'

export const switchesData = {
  tables: {
    switch_changes: {
      app: 'append',
      title: 'Partes de Cupo que apagaste o encendiste como parte del equipo',
      why: 'shows who of the team switched what, and why',
      of: ['actor_id'],
      take: ['switch', 'is_on', 'at', 'reason'],
      leave: { 'a key': ['id'] },
      ...neverErased(`evidence that nobody can change; ${PSEUDONYMOUS}`),
    },
  },
} satisfies ModuleData
