import { ACCOUNTS_BY_LAW, type ModuleData, neverErased } from '#server/platform/module-data.ts'

export const connectionsData = {
  tables: {
    rescues: {
      app: 'write',
      title: 'Otro carro cuando tu conductor falló',
      why: 'keeps a seat in another car after a driver failed, and says what Cupo paid of it',
      of: ['person_id'],
      take: [
        'booking_id',
        'status',
        'offer',
        'fare_before',
        'fare_offered',
        'cover_pesos',
        'new_booking_ids',
        'created_at',
        'expires_at',
        'closed_at',
        'take_up_to',
      ],
      leave: { 'a step of the program': ['keep_group'] },
      ...neverErased(ACCOUNTS_BY_LAW),
      closing: 'ends by itself within minutes and holds no money',
    },
    rescue_asks: {
      app: 'write',
      title: 'Preguntas por un cupo para quien perdió su carro',
      why: 'asks drivers for a seat when no other car can be booked at once',
      of: ['driver_id'],
      take: ['trip_id', 'asked_at', 'agrees'],
      leave: {
        'of another person': ['booking_id'],
        'a step of the program': ['from_seq', 'to_seq'],
      },
      erase: { delete: true },
      closing: 'ends by itself within minutes and holds no money',
      keep: { days: 90, since: 'asked_at' },
    },
  },
  functions: ['ask_stands', 'take_rescue'],
  innerFunctions: ['follow_rescues', 'fund_pay_cover'],
} satisfies ModuleData
