import { sql } from 'kysely'
import { ensureWallet, gatewayWompi, transfer } from '#server/modules/bank/ledger/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'

export type OpeningBalance = {
  paymentId: string
  userId: string
  pesos: number
  now: Date
  /** Payment method as the gateway names it; without it the money counts as paid by card. */
  method?: string
}

/**
 * Gives money to a person of the demonstration or of a test. It records an approved payment of the
 * test environment, since the ledger credits nothing else, and does not ask the gateway. Works once
 * per payment id. Returns the wallet's account.
 */
export async function openingBalance(tx: Tx, opening: OpeningBalance): Promise<string> {
  const { paymentId, userId, pesos, now, method = null } = opening
  const wallet = await ensureWallet(tx, userId, now)
  const transactionId = openingTransaction(paymentId)
  const { rows } = await sql`
    with payment as (
      insert into payments (id, reference, user_id, amount_pesos, environment, status,
        last_attempt_status, last_transaction_id, created_at, updated_at, next_check_at)
      values (${paymentId}, 'CUPO-' || replace(${paymentId}::uuid::text, '-', ''), ${userId},
        ${pesos}, 'test', 'approved', 'APPROVED', ${transactionId}, ${now}, ${now}, 'infinity')
      on conflict do nothing returning id, amount_pesos
    )
    insert into payment_attempts (transaction_id, payment_id, status, amount_in_cents, currency,
      method, created_at, updated_at)
    select ${transactionId}, id, 'APPROVED', amount_pesos * 100, 'COP', ${method}, ${now}, ${now}
    from payment
    returning transaction_id`.execute(tx)
  if (rows.length === 0) return wallet
  const id = derivedId('payment.credit', transactionId)
  const cause = { kind: 'payment', id: paymentId } as const
  await transfer(tx, { id, from: gatewayWompi, to: wallet, pesos, code: 'topup', cause, now })
  await sql`
    update payment_attempts set credit_transfer = ${id} where transaction_id = ${transactionId}
    `.execute(tx)
  return wallet
}

/** Returns the transaction id with which the payment of an opening balance is recorded. */
export function openingTransaction(paymentId: string): string {
  return `opening-${paymentId.replaceAll('-', '')}`
}
