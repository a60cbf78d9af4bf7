import type { Reader } from '#server/platform/db/tx.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { findPasswordHash } from './auth.queries.ts'
import { type LogDeps, logFailure, logRefusal } from './log-failure.ts'
import { countInSession } from './login-throttle.ts'
import { checkPassword } from './password.ts'

type Asked = { userId: string; sessionId: string; emailKey: string; password: string; ip: string }

/**
 * Checks the password of a signed-in person before an action that a stolen session must not do.
 * Allows ten wrong passwords in ten minutes per session; failed logins are counted apart.
 * Errors: `wrong_password`, `rate_limited`, `busy`.
 */
export async function assertPassword(deps: ReadDeps & LogDeps, person: Asked): Promise<void> {
  const whose = { at: 'session', emailKey: person.emailKey, ip: person.ip } as const
  let wrong = false
  try {
    const { takeBack, asker } = await countInSession(deps, person.sessionId)
    try {
      const passwordHash = await findPasswordHash(deps.db, person.userId)
      wrong = !(await checkPassword(passwordHash, person.password, asker))
    } finally {
      if (!wrong) await takeBack()
    }
  } catch (error) {
    logRefusal(deps, whose, error)
    throw error
  }
  if (!wrong) return
  logFailure(deps, { ...whose, reason: 'wrong_password' })
  throw new AppError('wrong_password')
}

/**
 * Checks the password that accompanies a mailed secret. Does not count failures, because the holder
 * of the secret could set a new password anyway. Errors: `wrong_password`, `busy`.
 */
export async function assertPasswordOf(
  reader: Reader,
  userId: string,
  password: string | undefined,
): Promise<void> {
  const passwordHash = await findPasswordHash(reader, userId)
  const isRight = password !== undefined && (await checkPassword(passwordHash, password))
  const message = 'No es la contraseña de esa cuenta.'
  if (!isRight) throw new AppError('wrong_password', { message })
}

export async function hasPassword(reader: Reader, userId: string): Promise<boolean> {
  return (await findPasswordHash(reader, userId)) !== undefined
}
