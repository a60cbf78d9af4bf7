import { isErrorCode } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { type Movement, moveRow, type Resolution, resolveRow } from './ledger.queries.ts'

/**
 * Moves money immediately. Errors: `insufficient_funds`, `account_unsuitable`, and
 * `transfer_conflict` when the id exists with other content.
 */
export async function transfer(tx: Tx, movement: Movement): Promise<void> {
  assertPesos(movement.pesos)
  accept(await moveRow(tx, 'transfer', movement, null), movement.pinRefusal ?? false)
}

/** Holds money: the payer cannot spend it; the payee gets it on posting. Errors: see `transfer`. */
export async function hold(tx: Tx, movement: Movement & { expiresAt?: Date | null }) {
  assertPesos(movement.pesos)
  const outcome = await moveRow(tx, 'pending', movement, movement.expiresAt ?? null)
  accept(outcome, movement.pinRefusal ?? false)
}

/**
 * Posts a hold, all of it or `pesos`; the rest returns to the payer in the same step.
 * Errors: `hold_not_found`, `hold_resolved`, `hold_expired`, `amount_exceeds_hold`.
 */
export async function post(tx: Tx, input: Resolution): Promise<void> {
  if (input.pesos !== undefined) assertPesos(input.pesos)
  accept(await resolveRow(tx, 'post', input), false)
}

/** Returns a hold to the payer. Errors: `hold_not_found`, `hold_resolved`. */
export async function voidHold(tx: Tx, input: Omit<Resolution, 'pesos'>): Promise<void> {
  accept(await resolveRow(tx, 'void', input), false)
}

/** Returns an expired hold to the payer; used by the expiry job. */
export async function expireHold(tx: Tx, input: Omit<Resolution, 'pesos'>): Promise<void> {
  accept(await resolveRow(tx, 'expire', input), false)
}

function accept(outcome: string, pin: boolean): void {
  if (outcome === 'created' || outcome === 'same') return
  if (outcome === 'conflict') throw new AppError('transfer_conflict')
  const reason = outcome.replace(/^refused:/, '')
  assert(isErrorCode(reason), `ledger outcome ${outcome}`)
  throw new AppError(reason, { commit: pin && reason === 'insufficient_funds' })
}

function assertPesos(pesos: number): void {
  assert(Number.isSafeInteger(pesos) && pesos > 0, `${pesos} is not an amount of pesos`)
}
