import { recordAudit } from '#server/platform/audit.queries.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { asTaken } from './create-user.ts'
import { findUser } from './find-user.ts'
import { lockUser } from './grow-into-driver.ts'
import { sealIdentification } from './identification.ts'
import {
  emailKey,
  type IdentificationType,
  identificationKey,
  normalPhone,
  usernameKey,
} from './person.ts'
import { type ProfileRow, type UserRow, updateEmailRow, updateProfileRow } from './users.queries.ts'

/** What a person may change of their own; absent keys stay, null empties. */
export type ProfileChange = {
  first_name?: string | undefined
  last_name?: string | undefined
  username?: string | null | undefined
  phone_number?: string | null | undefined
  identification_type?: IdentificationType | undefined
  identification_number?: string | undefined
}

/**
 * Changes a person's own data. The name is that of the documents once these were approved, and the
 * national id is given once: both are corrected by support only.
 * Errors: `profile_locked`, `username_taken`, `identification_taken`, `invalid_request` (phone).
 */
export async function updateProfile(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  userId: string,
  change: ProfileChange,
): Promise<UserRow> {
  return await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    const user = await findUser(tx, userId)
    assertOpen(user, change)
    const { username, phone_number } = change
    await updateProfileRow(tx, {
      id: userId,
      firstName: change.first_name ?? user.first_name,
      lastName: change.last_name ?? user.last_name,
      username: username === undefined ? user.username : username,
      usernameKey: keyOf(username === undefined ? user.username : username),
      phoneNumber: phone_number === undefined ? user.phone_number : phoneOf(phone_number),
      identification: identificationOf(deps, user, change),
    }).catch((error: unknown) => {
      throw asTaken(error)
    })
    await recordChange(tx, deps, userId, Object.keys(change))
    return await findUser(tx, userId)
  })
}

function assertOpen(user: UserRow, change: ProfileChange): void {
  const renames =
    (change.first_name !== undefined && change.first_name !== user.first_name) ||
    (change.last_name !== undefined && change.last_name !== user.last_name)
  if (user.identity_verified_at && renames) throw new AppError('profile_locked')
  const identifies =
    change.identification_number !== undefined || change.identification_type !== undefined
  if (user.identification_sealed && identifies) throw new AppError('profile_locked')
}

function keyOf(username: string | null): string | null {
  return username === null ? null : usernameKey(username)
}

function phoneOf(given: string | null): string | null {
  if (given === null) return null
  const phone = normalPhone(given)
  if (phone) return phone
  throw new AppError('invalid_request', {
    fields: { phone_number: 'Escribe un celular de 10 dígitos, como 300 123 4567.' },
  })
}

function identificationOf(
  deps: Pick<Deps, 'secrets'>,
  user: UserRow,
  change: ProfileChange,
): ProfileRow['identification'] {
  const number = change.identification_number
  const type = change.identification_type ?? user.identification_type ?? 'CC'
  if (number === undefined) return change.identification_type ? { type } : null
  return {
    type,
    sealed: sealIdentification(deps.secrets, user.id, number),
    index: blindIndex(deps.secrets.indexKey, identificationKey(type, number)),
  }
}

/**
 * Gives the account another address, which is its sign-in name. Who asks must have proved that the
 * address is theirs. Errors: `email_taken`.
 */
export async function changeEmail(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  input: { userId: string; email: string },
): Promise<void> {
  const { userId, email } = input
  const confirmedAt = deps.clock.now()
  await updateEmailRow(tx, { id: userId, email, emailKey: emailKey(email), confirmedAt }).catch(
    (error: unknown) => {
      throw asTaken(error)
    },
  )
  await recordChange(tx, deps, userId, ['email'])
}

async function recordChange(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  userId: string,
  fields: string[],
): Promise<void> {
  await recordAudit(tx, {
    at: deps.clock.now(),
    actorId: userId,
    action: 'user.changed',
    subjectKind: 'user',
    subjectId: userId,
    details: { fields },
  })
}
