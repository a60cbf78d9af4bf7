export { resolveCase } from './finance/resolve-case.ts'
export { findTopUpReferences } from './payments.queries.ts'
export { settleReference } from './settle-payment.ts'
export { type UncreditedTopUp, uncreditedTopUps } from './show-top-ups.ts'
