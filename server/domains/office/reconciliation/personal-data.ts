import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'

export const reconciliationData = {
  reconciliations: {
    title: 'Conciliaciones con la pasarela que pediste',
    why: 'who of the team compared the gateway with our record',
    of: ['started_by'],
    take: ['from_day', 'until_day', 'started_at', 'ended_at', 'transactions', 'payouts', 'opened'],
    leave: { 'a key': ['id'] },
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
  bank_statements: {
    title: 'Extractos del banco que comparaste',
    why: 'who of the team compared a statement of the bank with our record',
    of: ['uploaded_by'],
    take: ['from_day', 'until_day', 'uploaded_at', 'lines', 'matched', 'opened'],
    leave: { 'a key': ['id'], 'a digest that means nothing outside': ['file_digest'] },
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
  payout_matches: {
    title: 'Retiros que aparecen en el banco o la pasarela',
    why: 'which line of the bank or the gateway has paid a withdrawal',
    within: { column: 'withdrawal_id', table: 'withdrawals' },
    take: ['withdrawal_id', 'matched_at'],
    leave: { 'a step of the program': ['line', 'statement_id'] },
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
} satisfies PersonalData
