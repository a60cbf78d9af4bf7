export {
  type CaseKind,
  type CaseRow,
  closeCase,
  closeExplained,
  closeMismatches,
  closePaidDebts,
  closeResidue,
  closeReturned,
  isWholeReturn,
  listCasePeople,
  listCaseRows,
  listPaidDebtCases,
  listProposedCases,
  listSecondCharges,
  lockCase,
  markConfirmed,
  markResolved,
  openCase,
  setProposal,
  voidProposal,
} from './cases/cases.queries.ts'
export { findBatchAt } from './chain.queries.ts'
export { chainBatches } from './chain-batches.ts'
export {
  companyCredits,
  gatewayWompi,
  guaranteeFund,
  payoutsClearing,
  pointsId,
  revenueCommission,
  suspensePayments,
  transferCodes,
  walletId,
} from './chart.ts'
export { compareClocks } from './compare-clocks.ts'
export { assertNoDebt, debtOpen } from './debts.ts'
export { expireHolds } from './expire-holds.ts'
export {
  type AccountRow,
  findAccountRow,
  findBalance,
  findLineOfTransfer,
  type LineRow,
  listAccountLines,
  listAccountsOf,
  listAccountsOfOwner,
  listLinesOfCause,
} from './explorer.queries.ts'
export {
  findCoverReturned,
  findFundSettings,
  findFundState,
  listFundReceivers,
  listFundSums,
} from './fund.queries.ts'
export { openFund, showFund } from './fund.ts'
export {
  findDebt,
  findStatementMark,
  lapseCredits,
  listHeldFares,
  listOriginsOf,
} from './ledger.queries.ts'
export { findFirstMovement, type LedgerSpan } from './month-sums.queries.ts'
export { headCovering, type SpanSums, sumSpan } from './month-sums.ts'
export { hold, post, transfer, voidHold } from './move-money.ts'
export { findPoints } from './points.queries.ts'
export {
  awardReferralPoints,
  awardTripPoints,
  spendPoints,
  takeReferralPoints,
  takeTripPoints,
} from './points.ts'
export { isStatementMark, type StatementLine, statement, statementLength } from './statement.ts'
export { returnPaidFare, returnSuspended, reverseTopUp, suspendTopUp } from './top-ups.ts'
export { type LedgerReport, verifyLedger, verifyLedgerInTurn } from './verify-ledger.ts'
export { ensureWallet, walletTotals } from './wallet-account.ts'
export { withdrawableOf } from './withdrawable.ts'
export { walletSums, type YearSums } from './year-sums.ts'
