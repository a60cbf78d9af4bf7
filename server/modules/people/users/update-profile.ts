import type { z } from 'zod'
import { emailKey } from '#contract/email-address.ts'
import { cleanName } from '#contract/person-names.ts'
import { PHONE_WANTED, personalPhone } from '#contract/phone-number.ts'
import type { users } from '#contract/users.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { auditUser } from './audit-user.ts'
import { throwTaken } from './create-user.ts'
import { findUser } from './find-user.ts'
import { lockUser } from './grow-into-driver.ts'
import { openIdentification, readDocument, sealedIdentification } from './identification.ts'
import { openPhone, sealedPhone } from './sealed-phone.ts'
import { tellUser } from './tell-user.ts'
import { assertUsername, usernameKey } from './username.ts'
import { identificationChanged } from './users.messages.ts'
import { type ProfileRow, type UserRow, updateEmailRow, updateProfileRow } from './users.queries.ts'

/** Payload: `userId`. Documents that were approved for another name or number need another look. */
export const IDENTITY_CHANGED_JOB = 'users.identity-changed'

export type ProfileChange = z.output<typeof users.updateMe.body>

/**
 * Changes a person's own data. Once documents are approved, the name must be the one on them. A
 * proved document number can only be changed by restarting the verification: the person confirms
 * this first, and gets a mail after it. Errors: `terms_required`, `profile_locked`,
 * `identity_change_restarts`, `username_taken`, `username_reserved`, `rate_limited` (document
 * numbers), `invalid_request` and `phone_locked` (phone).
 */
export async function updateProfile(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics' | 'secrets'>,
  { userId }: ActorId,
  change: ProfileChange,
): Promise<UserRow> {
  if (claims(change)) await limitHits(deps, { key: `identification:${userId}`, ...NUMBERS })
  return await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const user = await findUser(tx, userId)
    if (!user.terms_accepted_at) throw new AppError('terms_required')
    const identification = identificationOf(deps, user, change)
    const isConfirmed = user.name_version === 0 && change.first_name !== undefined
    const isRenamed = isConfirmed || renames(user, change)
    assertOpen(user, change, { isRenamed, identifies: identification !== null })
    if (identification) await mailRestart(tx, deps, user)
    assertUsername(change.username)
    const username = change.username === undefined ? user.username : change.username
    await updateProfileRow(tx, {
      id: userId,
      firstName: change.first_name ?? user.first_name,
      lastName: change.last_name ?? user.last_name,
      username,
      usernameKey: username === null ? null : usernameKey(username),
      phone: changedPhone(deps, user, change.phone_number),
      identification,
      isRenamed,
    }).catch(throwTaken)
    if (isRenamed || identification) {
      await enqueue(tx, deps.clock, { name: IDENTITY_CHANGED_JOB, payload: { userId } })
    }
    const details = { fields: Object.keys(change) }
    await auditUser(tx, userId, { at: deps.clock.now(), action: 'user.changed', details })
    return await findUser(tx, userId)
  })
}

/** Whether the first or last name becomes another one. */
function renames(user: UserRow, change: ProfileChange): boolean {
  return isOther(change.first_name, user.first_name) || isOther(change.last_name, user.last_name)
}

/** Whether a name is another one, not another apostrophe or space. */
function isOther(given: string | undefined, stored: string | null): boolean {
  return given !== undefined && given !== (stored === null ? null : cleanName(stored))
}

type Changes = { isRenamed: boolean; identifies: boolean }

function assertOpen(user: UserRow, change: ProfileChange, changes: Changes): void {
  const { isRenamed, identifies } = changes
  if (user.identity_verified_at && isRenamed) throw new AppError('profile_locked')
  const restarts = user.identity_verified_at && identifies
  if (restarts && !change.restart_verification) throw new AppError('identity_change_restarts')
}

/** Limit of document numbers that one person can give in 30 days. */
const NUMBERS = { max: 5, windowSeconds: 30 * 24 * 3600 }

function claims(change: ProfileChange): boolean {
  return change.identification_number !== undefined || change.identification_type !== undefined
}

/** Notifies by mail, because the person who changed the number can be a thief of the session. */
async function mailRestart(tx: Tx, deps: TellDeps, user: UserRow): Promise<void> {
  const isFirst = !user.identification_sealed && !user.identity_verified_at
  if (isFirst) return
  const data = { verified: user.identity_verified_at !== null, at: deps.clock.now().toISOString() }
  await tellUser(tx, deps, identificationChanged, { userId: user.id, data })
}

/** Returns the new phone number; a proved one changes only by proving. Errors: `phone_locked`. */
function changedPhone(
  { secrets }: Pick<Deps, 'secrets'>,
  user: UserRow,
  given: string | null | undefined,
): ProfileRow['phone'] {
  if (given === undefined) return undefined
  const phone = given === null ? null : personalPhone(given)
  if (phone === null && given !== null) {
    throw new AppError('invalid_request', { fields: { phone_number: PHONE_WANTED } })
  }
  if (phone === openPhone(secrets, user)) return undefined
  if (user.phone_proved_at) throw new AppError('phone_locked')
  return phone === null ? null : sealedPhone(secrets, user.id, phone)
}

/** Returns the new document number; null when it is unchanged or not given. */
function identificationOf(deps: Pick<Deps, 'secrets'>, user: UserRow, change: ProfileChange) {
  const before = openIdentification(deps.secrets, user)
  const type = change.identification_type ?? user.identification_type ?? 'CC'
  const given = change.identification_number ?? before
  if (given === null) return change.identification_type ? { type } : null
  const number = readDocument(type, given)
  const isSame = before === number
  if (isSame && type === user.identification_type) return null
  return { type, ...sealedIdentification(deps.secrets, user.id, { type, number }) }
}

/** Changes the email address, which the caller has checked as proved. Errors: `email_taken`. */
export async function changeEmail(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const row = { id: userId, email, emailKey: emailKey(email), confirmedAt: deps.clock.now() }
  await updateEmailRow(tx, row).catch(throwTaken)
  const details = { fields: ['email'] }
  await auditUser(tx, userId, { at: row.confirmedAt, action: 'user.changed', details })
}
