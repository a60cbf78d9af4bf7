import { ACCOUNTS_BY_LAW, type ModuleData } from '#server/platform/module-data.ts'

export const connectionsData = {
  tables: {
    rescues: {
      app: 'write',
      title: 'Otro carro cuando tu conductor falló',
      why: 'keeps another car for a passenger whose driver failed',
      of: ['person_id'],
      take: ['status', 'fare_before', 'fare_offered', 'cover_pesos', 'created_at', 'closed_at'],
      leave: {
        'a step of the program': ['offer', 'expires_at'],
        'a key': ['booking_id', 'keep_group', 'new_booking_ids'],
      },
      erase: { nothing: ACCOUNTS_BY_LAW },
      keep: { always: ACCOUNTS_BY_LAW },
    },
  },
  innerFunctions: ['fund_pay_cover'],
} satisfies ModuleData
