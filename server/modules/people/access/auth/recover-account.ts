import { timingSafeEqual } from 'node:crypto'
import { emailKey } from '#contract/email-address.ts'
import {
  auditUser,
  findUser,
  markEmailConfirmed,
  passwordOwner,
  tellUser,
  type UserRow,
} from '#server/modules/people/users/index.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { SourceLimit } from '#server/platform/http/rate-limit.ts'
import { namesOfIdentities } from '../oauth/list-identities.ts'
import { deleteOpenLinks, type Link } from './account.queries.ts'
import { passwordChanged } from './auth.messages.ts'
import { setPassword } from './auth.queries.ts'
import { closeSessionsOf } from './end-session.ts'
import { assertLinkRoom, readLink, spendLink } from './mail-link.ts'
import { type Issued, issue, openSession } from './open-session.ts'
import { hashPassword } from './password.ts'
import { assertStrong } from './password-rules.ts'

type RecoveryDeps = Pick<Deps, 'db' | 'clock' | 'metrics' | 'secrets' | 'urls'>

export type ConfirmRecovery = {
  token: string
  /** Password typed at the link; takes precedence over the one typed with the request. */
  password?: string | undefined
  /** Recovery secret from the cookie of the requesting browser. */
  browserSecret: string | undefined
  /** Description of the device, for the mail. */
  device: string | null
  userAgent: string | null
  /** Whether the native app calls: it gets the refresh token in the answer, not in a cookie. */
  mobile: boolean
  source: SourceLimit
}

/**
 * Sets a new password, ends every session, opens a new one, and notifies the owner. The new session
 * has proved no second factor, so a team member must still prove it. A password typed at the link
 * takes precedence, because the link proves the mailbox. Without it, the password typed with the
 * request takes effect, but only in the browser that sent the request: anybody can send a request
 * in the owner's name, and the owner who opens that link must not hand over the account.
 * Errors: `link_invalid`, `new_password_required`, `weak_password`, `rate_limited`, `busy`.
 */
export async function confirmRecovery(
  deps: RecoveryDeps,
  input: ConfirmRecovery,
): Promise<{ issued: Issued; user: UserRow; emailKey: string }> {
  const presented = { purpose: 'recovery', token: input.token } as const
  const waiting = await readLink(deps, presented, input.source)
  const passwordHash = await chosenHash(deps, waiting, input)
  const now = deps.clock.now()
  const { session, user } = await inTransaction(deps.db, async (tx) => {
    const { userId } = await spendLink(tx, deps, waiting)
    await setPassword(tx, { userId, passwordHash, now })
    await markEmailConfirmed(tx, { userId, at: now })
    await deleteOpenLinks(tx, userId)
    await closeSessionsOf(tx, { userId, except: null, reason: 'recovery', now })
    await auditUser(tx, userId, { at: now, action: 'password.recovered' })
    const also = await namesOfIdentities(tx, deps, userId)
    const data = { device: input.device, at: now.toISOString(), also }
    await tellUser(tx, deps, passwordChanged, { userId, data })
    const { userAgent, mobile } = input
    return {
      session: await openSession(tx, deps, { userId, userAgent, mobile }),
      user: await findUser(tx, userId),
    }
  })
  const issued = await issue(deps, session, user.roles)
  return { issued, user, emailKey: emailKey(user.email) }
}

/** Returns the hash of the password that a recovery sets. */
async function chosenHash(
  deps: RecoveryDeps,
  link: Link,
  { token, password, browserSecret }: ConfirmRecovery,
): Promise<string> {
  assert(link.passwordHash, 'a recovery link carries a password')
  if (password === undefined) {
    if (isAskingBrowser(link, browserSecret)) return link.passwordHash
    throw new AppError('new_password_required')
  }
  await assertLinkRoom(deps, token)
  const user = await findUser(deps.db, link.userId)
  assertStrong(password, passwordOwner(user))
  return await hashPassword(password, { known: true })
}

function isAskingBrowser({ browserHash }: Link, secret: string | undefined): boolean {
  if (browserHash === null || secret === undefined) return false
  return timingSafeEqual(browserHash, sha256(secret))
}
