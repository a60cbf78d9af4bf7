import { ACCOUNTS_BY_LAW, type RoomData } from '#server/platform/room-data.ts'

export const monthClosingsData = {
  tables: {
    month_closings: {
      app: 'append',
      title: 'Meses que cerraste',
      why: 'who of the team closed a month',
      of: ['closed_by'],
      take: ['month', 'closed_at'],
      leave: {
        'accounts of the company': ['report'],
        'a step of the program': ['upto_tx', 'signature', 'key_id', 'public_key'],
      },
      erase: { nothing: ACCOUNTS_BY_LAW },
      closing: 'an act of the team',
      keep: { always: ACCOUNTS_BY_LAW },
    },
  },
  innerFunctions: ['month_closing_follows'],
} satisfies RoomData
