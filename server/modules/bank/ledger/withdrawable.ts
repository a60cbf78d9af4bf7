import type { Reader } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import { findWithdrawable } from './ledger.queries.ts'

/**
 * Returns the money that a person can withdraw, by `ledger_withdrawable`, which the ledger also
 * uses before it holds money for a withdrawal (docs/decisions/0013).
 */
export async function withdrawableOf(reader: Reader, input: { userId: string; now: Date }) {
  const row = await findWithdrawable(reader, input)
  assert(row, 'an aggregate has one row')
  const { nextAt, nextPesos, ...parts } = row
  return { ...parts, next: nextAt && { at: nextAt, pesos: nextPesos } }
}
