import { emailKey, findUser, type UserRow } from '#server/domains/users/users.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { credentialsByEmailKey } from './auth.queries.ts'
import { countAttempt, deviceProof } from './login-throttle.ts'
import { type Issued, issue, openSession } from './open-session.ts'
import { checkPassword } from './password.ts'

export type LogIn = {
  email: string
  password: string
  ip: string
  userAgent: string | null
  /** What an earlier sign-in left with the browser. */
  device: string | undefined
}

/**
 * Opens a session for the right password. An unknown account costs the same work and answers the
 * same. Errors: `bad_credentials`, `rate_limited`, `busy`.
 */
export async function logIn(
  deps: Deps,
  input: LogIn,
): Promise<{ issued: Issued; user: UserRow; device: string }> {
  const key = emailKey(input.email)
  const userId = await authenticate(deps, { ...input, emailKey: key })
  if (!userId) throw new AppError('bad_credentials')
  const { session, user } = await inTransaction(deps.db, async (tx) => ({
    session: await openSession(tx, deps, { userId, userAgent: input.userAgent }),
    user: await findUser(tx, userId),
  }))
  const issued = await issue(deps, session, user.roles)
  return { issued, user, device: deviceProof(deps.secrets.authKey, key) }
}

/** The account that the password opens. Only a wrong password stays counted as an attempt. */
async function authenticate(
  deps: Deps,
  attempt: LogIn & { emailKey: string },
): Promise<string | null> {
  const takeBack = await countAttempt(deps, attempt)
  let failed = false
  try {
    const found = await credentialsByEmailKey(deps.db, attempt.emailKey)
    const matches = await checkPassword(found?.passwordHash, attempt.password)
    failed = !matches
    return matches && found ? found.userId : null
  } finally {
    if (!failed) await takeBack()
  }
}
