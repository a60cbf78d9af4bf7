import { ACCOUNTS_BY_LAW, type RoomData } from '#server/platform/room-data.ts'
import { listCasesBeforeClosing } from './cases.queries.ts'

export const casesData = {
  tables: {
    payment_cases: {
      app: 'write',
      title: 'Revisiones de tus pagos',
      why: 'a person looks at what did not fit',
      within: { column: 'reference', table: 'payments', key: 'reference' },
      others: ['resolved_by', 'proposed_by', 'confirmed_by'],
      take: ['kind', 'reference', 'opened_at', 'closed_at'],
      leave: {
        'a note of the team': ['note', 'details', 'proposal_note', 'proposed_at'],
        'a step of the program': ['id', 'transaction_id', 'debt_paid_at'],
      },
      erase: { nothing: ACCOUNTS_BY_LAW },
      closing: listCasesBeforeClosing,
      keep: { always: ACCOUNTS_BY_LAW },
    },
  },
  innerFunctions: ['payment_case_decided'],
} satisfies RoomData
