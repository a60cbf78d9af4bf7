import { type PersonalData, PSEUDONYMOUS } from '#server/platform/personal-data.ts'

export const conductData = {
  conduct_photos: {
    title: 'Fotos de tus reportes',
    why: 'evidence of a report',
    within: { column: 'case_id', table: 'conduct_cases' },
    take: ['id', 'created_at'],
    leave: { 'encrypted, seen by the team only': ['sealed'], 'a key': ['case_id'] },
    erase: { nothing: 'evidence about somebody else, deleted with the case' },
    keep: { with: 'conduct_cases' },
  },
  conduct_cases: {
    title: 'Reportes que hiciste',
    why: 'the team decides about what people report',
    of: ['reporter_id'],
    others: ['user_id', 'decided_by'],
    take: ['reason', 'statement', 'subject_kind', 'created_at', 'decided_at'],
    leave: {
      'about somebody else': ['facts', 'outcome', 'note', 'sanction_id', 'subject_id'],
      'a key': ['id', 'kind', 'cause'],
    },
    erase: { nothing: `evidence about somebody else; ${PSEUDONYMOUS}` },
    keep: { days: 1825, since: 'decided_at' },
  },
  sanction_appeals: {
    title: 'Apelaciones',
    why: 'somebody else looks at a sanction again',
    of: ['user_id'],
    others: ['answered_by'],
    take: ['statement', 'created_at', 'answered_at', 'is_upheld', 'answer'],
    leave: { 'a key': ['sanction_id'] },
    erase: { clear: { statement: '(borrado)' } },
    keep: { days: 1825, since: 'answered_at' },
  },
} satisfies PersonalData
