// The 30 seconds in which the last signer can undo an approval: nothing leaves before their end.
import { UNDO_SECONDS } from '#contract/limits.ts'
import { addMs } from '#server/platform/clock.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

export const UNDO_MS = UNDO_SECONDS * 1000

type Times = Pick<WithdrawalRow, 'firstAt' | 'secondAt'>
type Signed = Times & Pick<WithdrawalRow, 'status'>

/** End of the window of the last signature; null without a signature. */
export function undoUntil({ firstAt, secondAt }: Times): Date | null {
  const signedAt = secondAt ?? firstAt
  return signedAt && addMs(signedAt, UNDO_MS)
}

/** Whether the withdrawal is approved and its approval can still be undone. */
export function isFresh(row: Signed, now: Date): boolean {
  return row.status === 'approved' && now < (undoUntil(row) ?? now)
}

/** Whether this person gave the last signature and can still take it back. */
export function mayUndo(
  row: Signed & Pick<WithdrawalRow, 'firstBy' | 'secondBy'>,
  userId: string,
  now: Date,
): boolean {
  const isOpen = row.status === 'approved' || row.status === 'requested'
  return isOpen && (row.secondBy ?? row.firstBy) === userId && now < (undoUntil(row) ?? now)
}
