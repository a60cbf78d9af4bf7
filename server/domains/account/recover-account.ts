import { closeSessionsOf, setPassword } from '#server/domains/auth/auth.public.ts'
import {
  assertStrong,
  checkPassword,
  hashPassword,
  logFailure,
} from '#server/domains/passwords/passwords.public.ts'
import {
  emailKey,
  findUser,
  mailUser,
  markEmailConfirmed,
  passwordOwner,
} from '#server/domains/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { SourceLimit } from '#server/platform/http/rate-limit.ts'
import { deleteOpenLinks, type Link } from './account.queries.ts'
import { assertLinkRoom, readLink, spendLink } from './mail-link.ts'

type RecoveryDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'metrics' | 'secrets'>

export type ConfirmRecovery = {
  token: string
  password: string | undefined
  /** `password` rules, though another one was asked for. */
  replace: boolean
  device: string | null
  ip: string
  source: SourceLimit
}

/**
 * Gives effect to the password that was asked for, ends every session, and tells the owner. With
 * `password`, it must be that very one: a stranger may ask in somebody's name, and the owner who
 * opens the link by mistake must not hand over the account. With `replace` the typed one rules,
 * whoever asked: the link proves the mailbox. Answers the sign-in key of the account.
 * Errors: `link_invalid`, `wrong_password`, `weak_password`, `rate_limited`, `busy`.
 */
export async function confirmRecovery(
  deps: RecoveryDeps,
  input: ConfirmRecovery,
): Promise<{ emailKey: string }> {
  const presented = { purpose: 'recovery', token: input.token } as const
  const waiting = await readLink(deps, presented, input.source)
  const passwordHash = await chosenHash(deps, waiting, input)
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const { userId } = await spendLink(tx, deps, presented)
    await setPassword(tx, { userId, passwordHash, now })
    await markEmailConfirmed(tx, { userId, at: now })
    await deleteOpenLinks(tx, userId)
    await closeSessionsOf(tx, { userId, except: null, reason: 'recovery', now })
    await recordAudit(tx, {
      at: now,
      actorId: userId,
      action: 'password.recovered',
      subjectKind: 'user',
      subjectId: userId,
    })
    const data = { device: input.device, at: now.toISOString() }
    await mailUser(tx, deps, { userId, template: 'password_changed', data })
    return { emailKey: emailKey((await findUser(tx, userId)).email) }
  })
}

/** The hash of the password that will rule. */
async function chosenHash(
  deps: RecoveryDeps,
  link: Link,
  { token, password, replace, ip }: ConfirmRecovery,
): Promise<string> {
  assert(link.passwordHash, 'a recovery link carries a password')
  if (password === undefined) return link.passwordHash
  await assertLinkRoom(deps, token)
  const user = await findUser(deps.db, link.userId)
  // Who asked knew no name: what only the account tells is held against the password here.
  assertStrong(password, passwordOwner(user))
  const asker = { known: true } as const
  if (replace) return await hashPassword(password, asker)
  if (await checkPassword(link.passwordHash, password, asker)) return link.passwordHash
  const whose = { at: 'recovery', emailKey: emailKey(user.email), ip } as const
  logFailure(deps, { ...whose, reason: 'wrong_password' })
  const message = 'No es la contraseña que escribiste al pedir el cambio.'
  throw new AppError('wrong_password', { message, fields: { password: message } })
}
