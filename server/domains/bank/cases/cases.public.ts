export {
  type CaseKind,
  type CaseRow,
  casesToSign,
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
