import { assertPassword, closeSessionsOf, dropPassword } from '#server/domains/auth/auth.public.ts'
import {
  changeEmail,
  emailKey,
  findUser,
  mailUser,
  mailUserAt,
  userIdByEmailKey,
} from '#server/domains/users/users.public.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { SourceLimit } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { deleteOpenLinks } from './account.queries.ts'
import { LINK_MS, makeLink, readLink, spendLink } from './mail-link.ts'

/**
 * Asks for another address: a link is mailed to it, and nothing changes until it is used.
 * Errors: `wrong_password`, `email_taken`, `invalid_request` (the same address), `rate_limited`.
 */
export async function askEmailChange(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics' | 'secrets'>,
  actor: Actor,
  input: { email: string; password: string; ip: string },
): Promise<void> {
  const { userId, sessionId } = actor
  const { email, password, ip } = input
  const user = await findUser(deps.db, userId)
  const person = { userId, sessionId, emailKey: emailKey(user.email) }
  await assertPassword(deps, { ...person, password, ip })
  if (emailKey(email) === emailKey(user.email)) {
    throw new AppError('invalid_request', { fields: { email: 'Ese ya es tu correo.' } })
  }
  await inTransaction(deps.db, async (tx) => {
    if (await userIdByEmailKey(tx, emailKey(email))) throw new AppError('email_taken')
    const path = await makeLink(tx, deps, { userId, purpose: 'email_change', email })
    const data = { path, hours: LINK_MS.email_change / HOUR_MS, newEmail: email }
    await mailUserAt(tx, deps, { userId, address: email, template: 'email_change', data })
  })
}

/**
 * Gives effect to the new address and tells the old one, with a link to undo it.
 * Errors: `link_invalid`, `email_taken` (somebody was faster).
 */
export async function confirmEmailChange(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  token: string,
  source: SourceLimit,
): Promise<void> {
  const now = deps.clock.now()
  await readLink(deps, { purpose: 'email_change', token }, source)
  await inTransaction(deps.db, async (tx) => {
    const { userId, email } = await spendLink(tx, deps, { purpose: 'email_change', token })
    assert(email, 'a change of address carries the address')
    const { email: before } = await findUser(tx, userId)
    await changeEmail(tx, deps, { userId, email })
    await deleteOpenLinks(tx, userId)
    const path = await makeLink(tx, deps, { userId, purpose: 'email_undo', email: before })
    const days = LINK_MS.email_undo / DAY_MS
    const data = { path, days, newEmail: email, at: now.toISOString() }
    await mailUserAt(tx, deps, { userId, address: before, template: 'email_changed', data })
  })
}

/**
 * Gives the account back to the address before. Whoever changed it knew the password: it stops
 * working, like every session, and the owner sets another by recovery.
 * Errors: `link_invalid`, `email_taken` (the address has another account by now).
 */
export async function undoEmailChange(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  token: string,
  source: SourceLimit,
): Promise<void> {
  const now = deps.clock.now()
  await readLink(deps, { purpose: 'email_undo', token }, source)
  await inTransaction(deps.db, async (tx) => {
    const { userId, email } = await spendLink(tx, deps, { purpose: 'email_undo', token })
    assert(email, 'an undo carries the address before')
    await changeEmail(tx, deps, { userId, email })
    await dropPassword(tx, userId)
    await deleteOpenLinks(tx, userId)
    await closeSessionsOf(tx, { userId, except: null, reason: 'email_undo', now })
    const data = { at: now.toISOString() }
    await mailUser(tx, deps, { userId, template: 'email_restored', data })
  })
}
