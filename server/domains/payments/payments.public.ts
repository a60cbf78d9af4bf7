export {
  type CaseRow,
  closePaidDebts,
  lockCase,
  markResolved,
  openCase,
  paidDebtCases,
  selectCases,
} from './cases.queries.ts'
export { paymentsData } from './personal-data.ts'
export { settleReference } from './settle-payment.ts'
export { topUpReferences, type UncreditedTopUp, uncreditedTopUps } from './show-top-ups.ts'
