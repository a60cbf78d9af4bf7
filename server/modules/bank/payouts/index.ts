export { verifyPayoutEvent } from './payout-event.ts'
export {
  type ApiVersion,
  type KeyType,
  type LegalIdType,
  type PaidOut,
  type PayoutBatch,
  PayoutError,
  type PayoutPort,
  type PayoutTarget,
  type PreparedPayout,
  type TakenPayout,
} from './payout-port.ts'
export { bankName } from './wompi-banks.ts'
export { isPayable, payoutPort, payoutWords, paysByGateway } from './wompi-payouts.ts'
export { isFinal, needsLook } from './wompi-states.ts'
