import { emailKey } from '#contract/email-address.ts'
import { ensureWallet } from '#server/domains/bank/ledger/ledger.public.ts'
import { readSwitch } from '#server/domains/foundation/switches/switches.public.ts'
import { type CreateUser, createUser } from '#server/domains/people/users/users.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { findUnprovedByHash, insertCredentials } from './auth.queries.ts'
import { hashForAddress, hashPassword } from './password.ts'
import { assertStrong } from './password-rules.ts'

/** Job that mails the address given at sign-up. */
export const SIGNED_UP_JOB = 'account.signed-up'

/** Returns the ledger account of the person's wallet; opens it if sign-up was interrupted. */
export async function openOwnWallet(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId }: ActorId,
): Promise<string> {
  return await inTransaction(deps.db, (tx) => ensureWallet(tx, userId, deps.clock.now()))
}

type SignUpDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

export type SignUp = CreateUser & { password: string }

/**
 * Creates an account with a password and a wallet; returns the person's id. The address is
 * unproved. A job looks up whether it is taken, so that answer and time are the same for every
 * address. A repeat with the same address and password returns the same account. Errors:
 * `username_taken`, `weak_password`, `busy`, `sign_ups_off`; with `emailConfirmed`, `email_taken`.
 */
export async function signUp(deps: SignUpDeps, input: SignUp): Promise<string> {
  const { email, username, firstName, lastName } = input
  assertStrong(input.password, { email, names: [username, firstName, lastName] })
  const key = emailKey(email)
  const addressSalt = !input.emailConfirmed
  const passwordHash = addressSalt
    ? await hashForAddress(deps.secrets.indexKey, { emailKey: key, password: input.password })
    : await hashPassword(input.password)
  const signUps = await readSwitch(deps, 'sign_ups')
  return await inTransaction(deps.db, async (tx) => {
    const earlier = await findUnprovedByHash(tx, { emailKey: key, passwordHash })
    if (!earlier) signUps.assertOn()
    const userId = earlier ?? (await register(tx, deps, { ...input, passwordHash, addressSalt }))
    if (addressSalt) await enqueue(tx, deps.clock, { name: SIGNED_UP_JOB, payload: { userId } })
    return userId
  })
}

async function register(
  tx: Tx,
  deps: SignUpDeps,
  input: CreateUser & { passwordHash: string; addressSalt: boolean },
): Promise<string> {
  const now = deps.clock.now()
  const { passwordHash, addressSalt } = input
  const { id: userId } = await createUser(tx, deps, input)
  await insertCredentials(tx, { userId, passwordHash, addressSalt, now })
  await ensureWallet(tx, userId, now)
  return userId
}
