export { verifyPayoutEvent } from './payout-event.ts'
export {
  type KeyType,
  type LegalIdType,
  type PaidOut,
  PayoutError,
  type PayoutPort,
  type PayoutTarget,
} from './payout-port.ts'
export { payoutPort, paysByGateway } from './wompi-payouts.ts'
