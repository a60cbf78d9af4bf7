import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'

export const disputesData = {
  disputes: {
    title: 'Reclamos que abriste',
    why: 'decides to whom the money of a booking belongs',
    of: ['opened_by'],
    others: ['proposed_by', 'resolved_by'],
    take: ['booking_id', 'statement', 'opened_at', 'outcome', 'resolved_at'],
    leave: { 'a note of the team': ['note', 'proposed_at', 'proposed_note', 'proposed_outcome'] },
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
} satisfies PersonalData
