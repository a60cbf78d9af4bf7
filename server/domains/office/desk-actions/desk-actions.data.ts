import { DESK_NOTE_YEARS } from '#contract/desk-action-limits.ts'
import { ACCOUNTS_BY_LAW, PSEUDONYMOUS, type RoomData } from '#server/platform/room-data.ts'

export const deskActionsData = {
  tables: {
    desk_notes: {
      app: 'write',
      title: 'Notas internas del equipo',
      why: 'a colleague who continues knows what was done',
      of: ['user_id'],
      others: ['actor_id'],
      take: ['at', 'subject_kind'],
      leave: {
        'words of the team for the team, also about others': ['text'],
        'a key': ['id', 'subject_id'],
      },
      erase: { delete: true },
      keep: { days: DESK_NOTE_YEARS * 365, since: 'at' },
    },
    money_acts: {
      app: {
        update: [
          'outcome',
          'decided_by',
          'decided_at',
          'taken_over_by',
          'unpaid_by',
          'unpaid_at',
          'unpaid_proof',
        ],
      },
      title: 'Créditos y devoluciones que hizo el equipo',
      why: 'two people answer for money that the team gives or returns',
      of: ['user_id'],
      others: ['proposed_by', 'decided_by', 'taken_over_by', 'unpaid_by'],
      take: ['kind', 'pesos', 'cause', 'withdrawable', 'proposed_at', 'outcome', 'decided_at'],
      leave: {
        'words of the team, also about others': ['reason', 'unpaid_at', 'unpaid_proof'],
        'a key': ['id', 'payment_id', 'gateway_reference'],
      },
      erase: { nothing: `${ACCOUNTS_BY_LAW}; ${PSEUDONYMOUS}` },
      closing: 'a refund has its hold in the ledger; a credit is not signed after the closing',
      keep: { always: ACCOUNTS_BY_LAW },
    },
  },
  innerFunctions: ['money_act_decided'],
} satisfies RoomData
