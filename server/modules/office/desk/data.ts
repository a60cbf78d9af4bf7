import { DESK_NOTE_YEARS } from '#contract/desk-action-limits.ts'
import {
  ACCOUNTS_BY_LAW,
  type ModuleData,
  neverErased,
  PSEUDONYMOUS,
} from '#server/platform/module-data.ts'

/** Days for which lapsed signatures are stored; the audit trail keeps them longer. */
const LAPSES_DAYS = 180

export const deskData = {
  tables: {
    data_reveals: {
      app: 'append',
      title: 'Quién del equipo vio un dato tuyo completo',
      why: 'shows who of the team saw which datum of a person, and why',
      of: ['user_id'],
      others: ['actor_id'],
      take: ['at', 'field', 'reason', 'about_kind'],
      leave: { 'a key': ['id', 'about_id'] },
      ...neverErased(`evidence that nobody can change; ${PSEUDONYMOUS}`),
    },
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
      title: 'Créditos, devoluciones y pagos del fondo de garantía',
      why: 'two people answer for money that the team gives or returns',
      of: ['user_id'],
      others: ['proposed_by', 'decided_by', 'taken_over_by', 'unpaid_by'],
      take: ['kind', 'pesos', 'cause', 'withdrawable', 'proposed_at', 'outcome', 'decided_at'],
      leave: {
        'words of the team, also about others': ['reason', 'unpaid_at', 'unpaid_proof'],
        'a key': ['id', 'payment_id', 'booking_id', 'gateway_reference'],
      },
      erase: { nothing: `${ACCOUNTS_BY_LAW}; ${PSEUDONYMOUS}` },
      closing: 'a refund has its hold in the ledger; a credit is not signed after the closing',
      keep: { always: ACCOUNTS_BY_LAW },
    },
    team_invitations: {
      app: 'write',
      title: 'Invitaciones al equipo que propusiste, firmaste o aceptaste',
      why: 'invites somebody to work for Cupo, with the signatures of two people',
      of: ['proposed_by', 'signed_by', 'closed_by'],
      take: ['roles', 'proposed_at', 'signed_at', 'expires_at', 'closed_at', 'outcome'],
      leave: {
        'about somebody else': ['email', 'email_key', 'reason'],
        'a secret': ['token_hash'],
        'a key': ['id', 'by_only_admin'],
      },
      erase: { nothing: 'it is deleted 30 days after it ended' },
      closing: 'an act of the team',
      keep: { days: 30, since: 'expires_at' },
    },
    signature_lapses: {
      app: 'write',
      title: 'Firmas tuyas como parte del equipo que vencieron',
      why: 'puts first in line what waits for signatures again',
      of: ['signer_id'],
      take: ['kind', 'why', 'at'],
      leave: { 'a key': ['id', 'subject_id'] },
      erase: { nothing: `it is deleted ${LAPSES_DAYS} days later` },
      keep: { days: LAPSES_DAYS, since: 'at' },
    },
  },
  innerFunctions: ['money_act_decided'],
} satisfies ModuleData
