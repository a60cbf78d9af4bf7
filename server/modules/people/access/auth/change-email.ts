import { z } from 'zod'
import { emailKey } from '#contract/email-address.ts'
import {
  changeEmail,
  findUser,
  findUserIdByEmailKey,
  lockUser,
  mailStranger,
  mailUserAt,
  tellUser,
} from '#server/modules/people/users/index.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { SourceLimit } from '#server/platform/http/rate-limit.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import { forgetIdentities } from '../oauth/apple-tokens.ts'
import { deleteOpenLinks, deleteUndoLinksSince } from './account.queries.ts'
import { accountExists, emailChange, emailChanged, emailRestored } from './auth.messages.ts'
import { dropPassword, isTakenAway } from './auth.queries.ts'
import { closeSessionsOf } from './end-session.ts'
import { makeLinkWithCode } from './mail-code.ts'
import { LINK_MS, makeLink, type Presented, readLink, spendLink } from './mail-link.ts'
import { proveByPassword, requireStepUp } from './step-up.ts'

export const EMAIL_CHANGE_JOB = 'account.email-change'

/** `sessionId`: the one that asked; a job of an earlier release has none. */
const Asked = z.object({
  userId: z.uuid(),
  email: z.string(),
  sessionId: z.uuid().optional(),
})

/**
 * Requests a change of the email address: mails a link to the new address, and changes nothing
 * until it is used. A job looks up whether the address is taken, so that answer and time are the
 * same. Errors: `wrong_password`, `step_up_required`, `invalid_request` (same address),
 * `rate_limited`.
 */
export async function askEmailChange(
  deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics' | 'secrets'>,
  actor: Actor,
  input: { email: string; password: string | undefined; ip: string },
): Promise<void> {
  const { userId } = actor
  const { email, password, ip } = input
  const user = await findUser(deps.db, userId)
  // Checked before the proof, which is written to the session: a refusal must not write.
  if (emailKey(email) === emailKey(user.email)) {
    throw new AppError('invalid_request', { fields: { email: 'Ese ya es tu correo.' } })
  }
  if (password === undefined) await requireStepUp(deps, actor)
  else await proveByPassword(deps, actor, { password, ip })
  const asked: z.infer<typeof Asked> = { userId, email, sessionId: actor.sessionId }
  const payload = sealPayload(deps.secrets, EMAIL_CHANGE_JOB, asked)
  await inTransaction(deps.db, (tx) => enqueue(tx, deps.clock, { name: EMAIL_CHANGE_JOB, payload }))
}

/**
 * Mails the link to the new address; if another account has it, a notice to its owner. Nothing when
 * the session that asked was ended by anything but its own sign-out, as by the undo of an earlier
 * change: that deletes the open links, and this one would come after it.
 */
export async function mailEmailChange(deps: ActDeps, payload: unknown): Promise<void> {
  const asked = Asked.parse(openPayload(deps.secrets, EMAIL_CHANGE_JOB, payload))
  const { userId, email, sessionId } = asked
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    if (sessionId && (await isTakenAway(tx, sessionId))) return
    if (await findUserIdByEmailKey(tx, emailKey(email))) {
      await mailStranger(tx, deps, accountExists, { address: email, data: {} })
      return
    }
    const made = await makeLinkWithCode(tx, deps, { userId, purpose: 'email_change', email })
    const data = { ...made, hours: LINK_MS.email_change / HOUR_MS, newEmail: email }
    await mailStranger(tx, deps, emailChange, { address: email, data })
  })
}

/** Applies the new address and mails the old one an undo. Errors: `link_invalid`, `email_taken`. */
export async function confirmEmailChange(deps: ActDeps, token: string, source: SourceLimit) {
  const link = await readLink(deps, { purpose: 'email_change', token }, source)
  await inTransaction(deps.db, (tx) => useChangeLink(tx, deps, link))
}

/** Uses the link of a change of address. Errors: `link_invalid`, `email_taken`. */
export async function useChangeLink(tx: Tx, deps: TellDeps, presented: Presented): Promise<void> {
  const { userId, email } = await spendLink(tx, deps, presented)
  assert(email, 'a change of address carries the address')
  const { email: before } = await findUser(tx, userId)
  await changeEmail(tx, deps, { userId, email })
  await deleteOpenLinks(tx, userId)
  const path = await makeLink(tx, deps, { userId, purpose: 'email_undo', email: before })
  const days = LINK_MS.email_undo / DAY_MS
  const data = { path, days, newEmail: email, at: deps.clock.now().toISOString() }
  await mailUserAt(tx, deps, emailChanged, { userId, address: before, data })
}

/**
 * Restores the previous address, and takes every way in from the person who changed it: the
 * password, the accounts of providers that they may have linked, all sessions, the calendar's link,
 * and the undo links of later changes, which were mailed to their addresses. Recovery sets a new
 * password. Errors: `link_invalid`, `email_taken`.
 */
export async function undoEmailChange(deps: ActDeps, token: string, source: SourceLimit) {
  const now = deps.clock.now()
  const link = await readLink(deps, { purpose: 'email_undo', token }, source)
  await inTransaction(deps.db, async (tx) => {
    const { userId, email, createdAt } = await spendLink(tx, deps, link)
    assert(email, 'an undo carries the address before')
    await changeEmail(tx, deps, { userId, email })
    await dropPassword(tx, userId)
    await deleteOpenLinks(tx, userId)
    await forgetIdentities(tx, deps, userId)
    await deleteUndoLinksSince(tx, userId, createdAt)
    await closeSessionsOf(tx, { userId, except: null, reason: 'email_undo', now })
    await tellUser(tx, deps, emailRestored, { userId, data: { at: now.toISOString() } })
  })
}
