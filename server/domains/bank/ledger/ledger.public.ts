export { chainBatches } from './chain-batches.ts'
export {
  gatewayWompi,
  payoutsClearing,
  pointsId,
  revenueCommission,
  suspensePayments,
  transferCodes,
  walletId,
} from './chart.ts'
export { assertNoDebt, debtOf, debtOpen } from './debts.ts'
export { expireHolds } from './expire-holds.ts'
export {
  type AccountRow,
  accountLines,
  accountRow,
  accountsOf,
  accountsOfHouse,
  balanceAt,
  type LineRow,
  lineOfTransfer,
  linesOfCause,
} from './explorer.queries.ts'
export { firstMovement, type LedgerSpan } from './month-sums.queries.ts'
export { batchHash, headCovering, type SpanSums, sumSpan } from './month-sums.ts'
export { hold, post, transfer, voidHold } from './move-money.ts'
export {
  awardReferralPoints,
  awardTripPoints,
  pointsOf,
  spendPoints,
  takeReferralPoints,
  takeTripPoints,
} from './points.ts'
export {
  isStatementMark,
  type StatementLine,
  statement,
  statementLength,
  statementMark,
} from './statement.ts'
export { returnPaidFare, returnSuspended, reverseTopUp, suspendTopUp } from './top-ups.ts'
export { type LedgerReport, verifyLedger, verifyLedgerInTurn } from './verify-ledger.ts'
export { ensureWallet, walletTotals } from './wallet-account.ts'
export { heldFares, originsOf, withdrawableOf } from './withdrawable.ts'
export { walletSums, type YearSums } from './year-sums.ts'
