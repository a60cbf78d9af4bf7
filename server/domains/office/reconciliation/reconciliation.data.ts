import { ACCOUNTS_BY_LAW, type RoomData } from '#server/platform/room-data.ts'

export const reconciliationData = {
  tables: {
    reconciliations: {
      app: 'append',
      title: 'Conciliaciones con la pasarela que pediste',
      why: 'who of the team compared the gateway with our record',
      of: ['started_by'],
      take: [
        'from_day',
        'until_day',
        'started_at',
        'ended_at',
        'transactions',
        'payouts',
        'opened',
      ],
      leave: { 'a key': ['id'] },
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { always: ACCOUNTS_BY_LAW },
    },
    bank_statements: {
      app: 'append',
      title: 'Extractos del banco que comparaste',
      why: 'who of the team compared a statement of the bank with our record',
      of: ['uploaded_by'],
      take: ['from_day', 'until_day', 'uploaded_at', 'lines', 'matched', 'opened'],
      leave: { 'a key': ['id'], 'a digest that means nothing outside': ['file_digest'] },
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { always: ACCOUNTS_BY_LAW },
    },
    payout_matches: {
      app: 'append',
      title: 'Retiros que aparecen en el banco o la pasarela',
      why: 'which line of the bank or the gateway has paid a withdrawal',
      within: { column: 'withdrawal_id', table: 'withdrawals' },
      take: ['withdrawal_id', 'matched_at'],
      leave: { 'a step of the program': ['line'] },
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { always: ACCOUNTS_BY_LAW },
    },
    payout_proofs: {
      app: 'append',
      title: 'Fuentes que muestran tus retiros',
      why: 'which statement of the bank, or the list of the gateway, shows a withdrawal',
      within: { column: 'withdrawal_id', table: 'withdrawals' },
      take: ['withdrawal_id'],
      leave: { 'a step of the program': ['statement_id'] },
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { always: ACCOUNTS_BY_LAW },
    },
  },
} satisfies RoomData
