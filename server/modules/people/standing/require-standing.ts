import { barWords, isBar } from '#contract/bar-words.ts'
import { dayAndTime } from '#server/modules/foundation/notifications/index.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { findStanding } from './sanctions.queries.ts'
import { type StandingRow, standingAt } from './standing.ts'

/**
 * Refuses a person who is paused, suspended or expelled. The caller must hold the lock on the
 * person's row, so that a parallel sanction is seen, or sees what the caller writes.
 * Errors: `account_suspended`, `account_expelled`.
 */
export async function requireStanding(reader: Reader, userId: string, now: Date): Promise<void> {
  const refusal = barRefusal(await findStanding(reader, userId), now)
  if (refusal) throw refusal
}

/** Whether a person can neither publish nor book now. */
export async function isBarred(reader: Reader, userId: string, now: Date): Promise<boolean> {
  return isBar(standingAt(await findStanding(reader, userId), now))
}

/** The refusal of a barred person, in the words of the notice in the app; else undefined. */
export function barRefusal(
  row: Pick<StandingRow, 'expelled' | 'paused' | 'suspendedUntil'> | undefined,
  now: Date,
): AppError | undefined {
  const standing = standingAt(row && { sanctionedAt: null, ...row }, now)
  if (!isBar(standing)) return undefined
  const until = row?.suspendedUntil?.toISOString() ?? null
  const { title, text } = barWords(standing, until && dayAndTime(until))
  const message = `${title}. ${text} Mira por qué en Conducta.`
  if (standing === 'expelled') return new AppError('account_expelled', { message })
  return new AppError('account_suspended', { message, details: { until } })
}
