export { chainBatches } from './chain-batches.ts'
export {
  type Cause,
  gatewayWompi,
  payoutsClearing,
  revenueCommission,
  type TransferCode,
  transferCodes,
  walletId,
} from './chart.ts'
export { expireHolds } from './expire-holds.ts'
export { hold, post, transfer, voidHold } from './move-money.ts'
export { type StatementLine, statement, statementLength } from './statement.ts'
export { type LedgerReport, verifyLedger } from './verify-ledger.ts'
export { ensureWallet, type WalletTotals, walletTotals } from './wallet-account.ts'
