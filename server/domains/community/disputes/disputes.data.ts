import { ACCOUNTS_BY_LAW, type RoomData } from '#server/platform/room-data.ts'
import { listDisputesBeforeClosing } from './disputes.queries.ts'

export const disputesData = {
  tables: {
    disputes: {
      app: 'write',
      title: 'Reclamos que abriste',
      why: 'decides to whom the money of a booking belongs',
      of: ['opened_by'],
      others: ['proposed_by', 'resolved_by'],
      take: ['booking_id', 'statement', 'opened_at', 'asked_at', 'outcome', 'resolved_at'],
      leave: { 'a note of the team': ['note', 'proposed_at', 'proposed_note', 'proposed_outcome'] },
      erase: { nothing: ACCOUNTS_BY_LAW },
      closing: listDisputesBeforeClosing,
      keep: { always: ACCOUNTS_BY_LAW },
    },
    dispute_words: {
      app: 'write',
      title: 'Lo que respondiste o agregaste en reclamos',
      why: 'both sides are heard before the money of a booking is decided',
      of: ['author_id'],
      take: ['booking_id', 'answer', 'words', 'said_at'],
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { always: ACCOUNTS_BY_LAW },
    },
  },
} satisfies RoomData
