export {
  type CaseKind,
  type CaseRow,
  closeCase,
  closeMismatches,
  closePaidDebts,
  lockCase,
  markConfirmed,
  markResolved,
  openCase,
  paidDebtCases,
  secondCharges,
  selectCases,
  setProposal,
} from './cases.queries.ts'
export { casesData } from './personal-data.ts'
