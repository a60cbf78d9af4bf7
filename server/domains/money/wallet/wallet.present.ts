import type { WalletTransaction } from '#contract/wallet.ts'
import type { WalletLine } from './wallet-line.ts'

export function presentLine(line: WalletLine): WalletTransaction {
  return {
    id: line.id,
    transaction_date: line.at.toISOString(),
    transaction_type: line.kind,
    amount: line.pesos,
    status: line.status,
    description: line.description,
    reference: line.reference,
  }
}
