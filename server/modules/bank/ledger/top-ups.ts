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
 * Reverses a voided top-up: takes the free money of the wallet, and records the rest as a debt of
 * its owner. The attempt must already have the state VOIDED. A repeat returns the same pesos.
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
 * Books a second charge of a payment to the suspense account. The attempt must have the state
 * APPROVED, and another attempt of the payment must be credited. Safe to repeat.
 */
export async function suspendTopUp(tx: Tx, input: TopUpInput): Promise<void> {
  assertDone(await suspendRow(tx, input), input)
}

/**
 * Records the return of a suspended second charge: its attempt is VOIDED, or two people closed its
 * case. False if nothing is suspended. Safe to repeat.
 */
export async function returnSuspended(tx: Tx, input: Pick<TopUpInput, 'transactionId' | 'now'>) {
  return ['created', 'same'].includes(await returnRow(tx, input))
}

/**
 * Returns fare and commission of a check-in that the team found wrong. Pesos that the driver's
 * wallet lacks become a debt. The decision must be stored first. Safe to repeat.
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
