import { sha256Hex } from '#server/platform/crypto.ts'

/** What the chain protects of a transfer. */
export type ChainedTransfer = {
  id: string
  kind: string
  debit_account: string
  credit_account: string
  amount: number
  currency: string
  code: string
  pending_id: string | null
  cause_kind: string
  cause_id: string
  created_at: Date
}

/** Hash before the first batch. */
export const GENESIS = '0'.repeat(64)

/** SHA-256 over the previous hash, the batch number and every transfer in id order. */
export function batchHash(previous: string, no: number, transfers: ChainedTransfer[]): string {
  return sha256Hex([previous, String(no), ...transfers.map(canonical)].join('\n'))
}

function canonical(row: ChainedTransfer): string {
  return JSON.stringify([
    row.id,
    row.kind,
    row.debit_account,
    row.credit_account,
    row.amount,
    row.currency,
    row.code,
    row.pending_id,
    row.cause_kind,
    row.cause_id,
    row.created_at.toISOString(),
  ])
}
