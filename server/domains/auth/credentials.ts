import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { credentialsOf, deleteCredentials, upsertCredentials } from './auth.queries.ts'
import { countAttempt } from './login-throttle.ts'
import { checkPassword } from './password.ts'

/**
 * Asks a signed-in person for the password again before something that a stolen session must not
 * do; wrong ones count like those at the login.
 * Errors: `wrong_password`, `rate_limited`, `busy`.
 */
export async function assertPassword(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics' | 'secrets'>,
  person: { userId: string; emailKey: string; password: string; ip: string },
): Promise<void> {
  const { emailKey, ip } = person
  const takeBack = await countAttempt(deps, { emailKey, ip, device: undefined })
  const passwordHash = await credentialsOf(deps.db, person.userId)
  let wrong = false
  try {
    wrong = !(await checkPassword(passwordHash, person.password))
  } finally {
    if (!wrong) await takeBack()
  }
  if (wrong) throw new AppError('wrong_password')
}

/** Replaces the password, or gives one to an account that signs in elsewhere. */
export async function setPassword(
  tx: Tx,
  input: { userId: string; passwordHash: string; now: Date },
): Promise<void> {
  await upsertCredentials(tx, input)
}

/** Makes the present password worthless; the account is recovered by mail. */
export async function dropPassword(tx: Tx, userId: string): Promise<void> {
  await deleteCredentials(tx, userId)
}

/** Whether the account has a password of its own. */
export async function hasPassword(reader: Reader, userId: string): Promise<boolean> {
  return (await credentialsOf(reader, userId)) !== undefined
}
