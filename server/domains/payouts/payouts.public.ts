export { type PayoutEvent, verifyPayoutEvent } from './payout-event.ts'
export {
  type KeyType,
  type LegalIdType,
  type PaidOut,
  type Payout,
  PayoutError,
  type PayoutPort,
  type PayoutTarget,
} from './payout-port.ts'
export { payoutPort, paysByGateway } from './wompi-payouts.ts'
