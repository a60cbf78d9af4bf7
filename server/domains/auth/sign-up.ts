import { ensureWallet } from '#server/domains/ledger/ledger.public.ts'
import { assertStrong, hashPassword } from '#server/domains/passwords/passwords.public.ts'
import { type CreateUser, createUser, type UserRow } from '#server/domains/users/users.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { insertCredentials } from './auth.queries.ts'

/**
 * Registers a person with a password and opens their wallet. The password is hashed before anything
 * is looked up, so that a taken address takes as long as a free one.
 * Errors: `email_taken`, `username_taken`, `identification_taken`, `weak_password`, `busy`.
 */
export async function signUp(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  input: CreateUser & { password: string },
): Promise<UserRow> {
  const { email, username, firstName, lastName } = input
  assertStrong(input.password, { email, names: [username, firstName, lastName] })
  const passwordHash = await hashPassword(input.password)
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const user = await createUser(tx, deps, input)
    await insertCredentials(tx, { userId: user.id, passwordHash, now })
    await ensureWallet(tx, user.id, now)
    return user
  })
}
