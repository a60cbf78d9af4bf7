import { sql } from 'kysely'
import { walletId } from '#server/domains/bank/ledger/ledger.public.ts'
import type { Reader } from '#server/platform/db/tx.ts'

type MovementFacts = { pesos: number; at: Date }

/** Finds a movement of the person's wallet; the amount is signed from the view of the person. */
export async function findMovement(
  db: Reader,
  { userId, id }: { userId: string; id: string },
): Promise<MovementFacts | undefined> {
  const wallet = walletId(userId)
  const { rows } = await sql<MovementFacts>`
    select case when credit_account = ${wallet} then amount else -amount end as pesos,
      created_at as at
    from ledger_transfers
    where id = ${id} and (credit_account = ${wallet} or debit_account = ${wallet})`.execute(db)
  return rows[0]
}

type PaymentFacts = { id: string; reference: string; pesos: number; at: Date }

/** Finds a top-up of the person by id, or by the reference that they see. */
export async function findPayment(
  db: Reader,
  { userId, ref }: { userId: string; ref: string },
): Promise<PaymentFacts | undefined> {
  const { rows } = await sql<PaymentFacts>`
    select id, reference, amount_pesos as pesos, created_at as at from payments
    where user_id = ${userId} and (reference = ${ref} or id::text = lower(${ref}))`.execute(db)
  return rows[0]
}
