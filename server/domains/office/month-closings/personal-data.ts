import { ACCOUNTS_BY_LAW, type PersonalData } from '#server/platform/personal-data.ts'

export const monthClosingsData = {
  month_closings: {
    title: 'Meses que cerraste',
    why: 'who of the team closed a month',
    of: ['closed_by'],
    take: ['month', 'closed_at'],
    leave: {
      'accounts of the company': ['report'],
      'a step of the program': ['upto_tx', 'signature', 'key_id', 'public_key'],
    },
    erase: { nothing: ACCOUNTS_BY_LAW },
    keep: { always: ACCOUNTS_BY_LAW },
  },
} satisfies PersonalData
