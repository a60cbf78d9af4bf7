import type { Room } from '#server/platform/room.ts'
import { casesData } from './cases.data.ts'
import { countPaymentCases } from './cases.queries.ts'

export const casesModule: Room = {
  name: 'cases',
  data: casesData,
  queues: { 'payment-cases': countPaymentCases },
}
