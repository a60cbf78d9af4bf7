import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'

export const reconciliationData = {
  reconciliations: {
    title: 'Conciliaciones con la pasarela que pediste',
    why: 'who of the team compared the gateway with our record',
    of: ['started_by'],
    take: ['from_day', 'until_day', 'started_at', 'ended_at', 'transactions', 'opened'],
    leave: { 'a key': ['id'] },
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
} satisfies PersonalData
