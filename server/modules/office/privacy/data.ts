import { ACCOUNTS_BY_LAW, type ModuleData } from '#server/platform/module-data.ts'

export const privacyData = {
  tables: {
    data_exports: {
      app: 'write',
      sealed: { json_sealed: 'data_exports.json', pdf_sealed: 'data_exports.pdf' },
      title: 'Copias de tus datos',
      why: 'the copy of their data that a person asked for',
      of: ['user_id'],
      take: ['asked_at', 'ready_at', 'expires_at'],
      leave: { 'the copy itself': ['json_sealed', 'pdf_sealed'], 'a key': ['id'] },
      erase: { delete: true },
      keep: { days: 0, since: 'expires_at' },
    },
    account_closings: {
      app: 'write',
      sealed: { claim_sealed: 'account_closings.claim' },
      title: 'Cierres de cuenta que pediste',
      why: 'closes an account after its days of grace',
      of: ['user_id'],
      take: ['asked_at', 'due_at', 'reminded_at', 'taken_back_at', 'started_at', 'erased_at'],
      leave: {
        'the claim to the money of a closed account': [
          'claim_open',
          'claim_sealed',
          'claim_payable_from',
          'heir_at',
        ],
        'a step of the program': ['digests_erased_at'],
        'a key': ['id'],
      },
      others: ['claim_given_by', 'heir_by'],
      erase: {
        nothing: `whose money is left stays encrypted until it is paid; ${ACCOUNTS_BY_LAW}`,
      },
      keep: { always: ACCOUNTS_BY_LAW },
    },
  },
  functions: ['refuse_closing'],
  innerFunctions: [
    'follow_claim',
    'refuse_closing_driver',
    'refuse_closing_passenger',
    'refuse_closing_user',
  ],
} satisfies ModuleData
