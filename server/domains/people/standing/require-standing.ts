import type { Reader } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { findStanding } from './sanctions.queries.ts'
import { standingAt } from './standing.ts'

/**
 * Refuses a person who is paused, suspended or expelled. The caller must hold the lock on the
 * person's row, so that a parallel sanction is seen, or sees what the caller writes.
 * Errors: `account_suspended`, `account_expelled`.
 */
export async function requireStanding(reader: Reader, userId: string, now: Date): Promise<void> {
  const row = await findStanding(reader, userId)
  const standing = standingAt(row, now)
  if (standing === 'expelled') throw new AppError('account_expelled')
  if (standing !== 'suspended' && standing !== 'paused') return
  throw new AppError('account_suspended', { details: { until: row?.suspendedUntil } })
}
