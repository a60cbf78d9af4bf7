import type { Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import {
  returnFareRow,
  returnRow,
  reverseRow,
  suspendRow,
  type TopUpInput,
} from './ledger.queries.ts'

/**
 * Reverses a voided top-up: takes what the wallet has free, and the rest becomes a debt of its
 * owner. The attempt must already say VOIDED. Safe to repeat: answers the same pesos again.
 */
export async function reverseTopUp(
  tx: Tx,
  input: TopUpInput,
): Promise<{ takenPesos: number; owedPesos: number }> {
  const row = await reverseRow(tx, input)
  assertDone(row?.outcome ?? '', input)
  return { takenPesos: row?.taken ?? 0, owedPesos: row?.owed ?? 0 }
}

/**
 * Books a second charge of a payment to the suspense account. The attempt must say APPROVED
 * and another one of the payment be credited. Safe to repeat.
 */
export async function suspendTopUp(tx: Tx, input: TopUpInput): Promise<void> {
  assertDone(await suspendRow(tx, input), input)
}

/**
 * Books that the gateway returned a suspended second charge. The attempt must say VOIDED.
 * Safe to repeat.
 */
export async function returnSuspended(
  tx: Tx,
  input: Pick<TopUpInput, 'transactionId' | 'now'>,
): Promise<void> {
  assertDone(await returnRow(tx, input), input)
}

/**
 * Returns what was paid at a check-in that a person found wrong: fare and commission. What
 * the driver's wallet lacks becomes the driver's debt. The decision must be written. May repeat.
 */
export async function returnPaidFare(
  tx: Tx,
  input: { bookingId: string; now: Date },
): Promise<{ owedPesos: number }> {
  const row = await returnFareRow(tx, input)
  assert(row?.outcome === 'created' || row?.outcome === 'same', `fare of ${input.bookingId}`)
  return { owedPesos: row.owed }
}

function assertDone(outcome: string, input: { transactionId: string }): void {
  const done = outcome === 'created' || outcome === 'same'
  assert(done, `ledger outcome ${outcome} for transaction ${input.transactionId}`)
}
