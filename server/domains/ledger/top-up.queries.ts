import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'

export type TopUpInput = { paymentId: string; transactionId: string; now: Date }

/** Pesos owed by a person, 0 if none. */
export async function debtRow(db: Reader, userId: string): Promise<number> {
  const { rows } = await sql<{ pesos: number }>`
    select ledger_debt(${userId}) as pesos`.execute(db)
  return rows[0]?.pesos ?? 0
}

export type ReversalRow = { outcome: string; taken: number; owed: number }

export async function reverseRow(tx: Tx, input: TopUpInput): Promise<ReversalRow | undefined> {
  const { rows } = await sql<ReversalRow>`
    select outcome, taken, owed
    from ledger_reverse_topup(${input.paymentId}, ${input.transactionId}, ${input.now})
    `.execute(tx)
  return rows[0]
}

export async function suspendRow(tx: Tx, input: TopUpInput): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    select ledger_suspend_topup(${input.paymentId}, ${input.transactionId}, ${input.now})
      as outcome`.execute(tx)
  return rows[0]?.outcome ?? ''
}

export async function returnRow(
  tx: Tx,
  input: Pick<TopUpInput, 'transactionId' | 'now'>,
): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    select ledger_return_suspended(${input.transactionId}, ${input.now}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? ''
}
