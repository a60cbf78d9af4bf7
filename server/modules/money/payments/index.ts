export { resolveCase } from './finance/resolve-case.ts'
export { findTopUpReferences, sumRefunds } from './payments.queries.ts'
export { settleReference } from './settle-payment.ts'
export { type UncreditedTopUp, uncreditedTopUps } from './show-top-ups.ts'
