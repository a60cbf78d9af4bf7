import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'
import { pointsId, walletId } from './chart.ts'

const own = (userId: string) => [walletId(userId), pointsId(userId)]

export const ledgerData = {
  ledger_accounts: {
    title: 'Billetera',
    why: 'what the person has and owes',
    of: ['owner_id'],
    take: [
      'id',
      'kind',
      'currency',
      'debits_posted',
      'credits_posted',
      'debits_pending',
      'credits_pending',
      'created_at',
    ],
    leave: { 'a step of the program': ['balanced', 'code', 'owes', 'tx'] },
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
  ledger_transfers: {
    title: 'Movimientos',
    why: 'every movement of money',
    within: [
      { column: 'debit_account', table: 'ledger_accounts' },
      { column: 'credit_account', table: 'ledger_accounts' },
    ],
    take: [
      'id',
      'kind',
      'code',
      'amount',
      'currency',
      'happened_at',
      'debit_account',
      'credit_account',
    ],
    leave: {
      'a step of the program': [
        'cause_id',
        'cause_kind',
        'created_at',
        'expires_at',
        'pending_id',
        'seq',
        'tx',
      ],
    },
    // The other side of a movement is somebody else's wallet.
    open: (_deps, { debit_account, credit_account: _, ...row }, userId) => ({
      ...row,
      direction: own(userId).includes(String(debit_account)) ? 'out' : 'in',
    }),
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
} satisfies PersonalData
