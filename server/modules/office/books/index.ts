export { type Finding, findMismatches } from './integrity/check-integrity.ts'
export { verifyMonth, verifyStoredMonths } from './month-closings/verify-month.ts'
export { compareStatement } from './reconciliation/compare-statement.ts'
export { proposeCase } from './reconciliation/decide-case.ts'
