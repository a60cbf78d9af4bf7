import { emailKey } from '#contract/email-address.ts'
import { findUser, type UserRow } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SourceLimit } from '#server/platform/http/rate-limit.ts'
import { findUnprovedByHash, listCredentialsByEmailKey } from './auth.queries.ts'
import type { Asker } from './hash-pool.ts'
import { logFailure, logRefusal } from './log-failure.ts'
import { type Attempt, countAttempt } from './login-throttle.ts'
import { type Issued, issue, openSession } from './open-session.ts'
import { checkPassword, hashForAddress } from './password.ts'

export type LogIn = {
  email: string
  password: string
  ip: string
  userAgent: string | null
  /** Device cookie from an earlier sign-in. */
  device: string | undefined
  source: SourceLimit
  /** Whether the native app sends the login. */
  mobile: boolean
}

/**
 * Opens a session when the password is right. An unknown account costs the same work and gets the
 * same answer as a wrong password. Errors: `bad_credentials`, `rate_limited`, `busy`.
 */
export async function logIn(
  deps: Deps,
  input: LogIn,
): Promise<{ issued: Issued; user: UserRow; emailKey: string }> {
  const key = emailKey(input.email)
  const userId = await authenticate(deps, { ...input, emailKey: key })
  if (!userId) throw new AppError('bad_credentials')
  const { userAgent, mobile } = input
  const { session, user } = await inTransaction(deps.db, async (tx) => ({
    session: await openSession(tx, deps, { userId, userAgent, mobile }),
    user: await findUser(tx, userId),
  }))
  return { issued: await issue(deps, session, user.roles), user, emailKey: key }
}

/** Returns the id of the account that the password opens, else null and a counted attempt. */
async function authenticate(deps: Deps, attempt: Attempt & { password: string }) {
  const { ip } = attempt
  const whose = { at: 'login', emailKey: attempt.emailKey, ip } as const
  try {
    const { takeBack, asker } = await countAttempt(deps, attempt)
    let failed = false
    try {
      const { userId, known } = await findByPassword(deps, attempt, asker)
      failed = userId === null
      const reason = known ? 'wrong_password' : 'unknown_account'
      if (failed) logFailure(deps, { ...whose, reason })
      return userId
    } finally {
      if (!failed) await takeBack()
    }
  } catch (error) {
    logRefusal(deps, whose, error)
    throw error
  }
}

/**
 * Finds the account that this sign-in name and password open. Several accounts can claim an
 * unproved address; the password tells them apart. A refusal costs two hashes, whether or not an
 * account has the name, and so does a success with an unproved address. So a sign-up followed by a
 * login does not reveal whether other accounts have the address. Errors: `busy`.
 */
async function findByPassword(
  deps: Pick<Deps, 'db' | 'secrets'>,
  name: { emailKey: string; password: string },
  asker: Asker,
): Promise<{ userId: string | null; known: boolean }> {
  const { emailKey, password } = name
  const found = await listCredentialsByEmailKey(deps.db, emailKey)
  const known = found.length > 0
  for (const { userId, passwordHash } of known ? found : [NOBODY]) {
    if (await checkPassword(passwordHash, password, asker)) return { userId, known: true }
  }
  const passwordHash = await hashForAddress(deps.secrets.indexKey, name, asker)
  const userId = (await findUnprovedByHash(deps.db, { emailKey, passwordHash })) ?? null
  return { userId, known: known || userId !== null }
}

/** Placeholder for an unknown name, so that the check takes the same time. */
const NOBODY = { userId: null, passwordHash: undefined }
