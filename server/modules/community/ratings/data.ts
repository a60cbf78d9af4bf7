import { type ModuleData, PSEUDONYMOUS } from '#server/platform/module-data.ts'

export const ratingsData = {
  tables: {
    rating_cases: {
      app: 'write',
      title: 'Viajes que dijiste no haber hecho juntos',
      why: 'no rating counts of people who did not travel together',
      of: ['opened_by'],
      others: ['resolved_by'],
      take: ['booking_id', 'statement', 'opened_at', 'outcome', 'resolved_at'],
      leave: { 'a note of the team': ['note'], 'a key': ['id', 'kind'] },
      erase: { clear: { statement: null } },
      closing: 'the team decides without the person',
      keep: { always: PSEUDONYMOUS },
    },
    rating_replies: {
      app: 'append',
      title: 'Respuestas a calificaciones',
      why: 'what the rated person answered',
      within: { column: 'rating_id', table: 'ratings' },
      take: ['rating_id', 'text', 'created_at'],
      erase: { nothing: `evidence that nobody can change; ${PSEUDONYMOUS}` },
      keep: { with: 'ratings' },
    },
    rating_events: {
      app: 'append',
      title: 'Qué hiciste con las calificaciones',
      why: 'shows when a rating appeared, and who hid it',
      of: ['actor_id'],
      take: ['rating_id', 'event', 'at'],
      leave: { 'a note of the team': ['details'], 'a key': ['id'] },
      erase: { nothing: PSEUDONYMOUS },
      keep: { with: 'ratings' },
    },
    ratings: {
      app: 'append',
      title: 'Calificaciones que diste',
      why: 'people know with whom they travel',
      of: ['rater_id'],
      others: ['rated_id'],
      take: ['id', 'booking_id', 'rated_as', 'stars', 'tags', 'comment', 'outcome', 'created_at'],
      erase: { nothing: `stays for who was rated; ${PSEUDONYMOUS}` },
      closing: 'what was said stays without a name',
      keep: { always: `evidence that nobody can change; ${PSEUDONYMOUS}` },
    },
  },
  views: ['rating_states'],
} satisfies ModuleData
