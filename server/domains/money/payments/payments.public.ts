export { settleReference } from './settle-payment.ts'
export { topUpReferences, type UncreditedTopUp, uncreditedTopUps } from './show-top-ups.ts'
