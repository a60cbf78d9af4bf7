import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { throwTaken } from './create-user.ts'
import { findUser } from './find-user.ts'
import { listMissingFields } from './phone.queries.ts'
import { updateEmailConfirmed } from './users.queries.ts'

/** Records that the owner has proved their email address. Idempotent. Errors: `email_taken`. */
export async function markEmailConfirmed(tx: Tx, person: { userId: string; at: Date }) {
  await updateEmailConfirmed(tx, person).catch(throwTaken)
}

/**
 * Refuses a person without a proved email address and accepted terms, before actions that others
 * see or pay for. Errors: `email_unconfirmed`, `terms_required`.
 */
export async function requireConfirmedEmail(reader: Reader, userId: string): Promise<void> {
  const user = await findUser(reader, userId)
  if (!user.email_confirmed_at) throw new AppError('email_unconfirmed')
  if (!user.terms_accepted_at) throw new AppError('terms_required')
}

/**
 * Refuses a person without the contact data for a trip, which the SQL function `missing_of` names.
 * Errors: `email_unconfirmed`, `terms_required`, `profile_incomplete`.
 */
export async function requireContact(reader: Reader, userId: string): Promise<void> {
  await requireConfirmedEmail(reader, userId)
  const missing = await listMissingFields(reader, userId)
  if (missing.length > 0) throw profileIncomplete(missing)
}

export function profileIncomplete(missing: readonly string[]): AppError {
  return new AppError('profile_incomplete', { details: { missing: [...missing] } })
}
