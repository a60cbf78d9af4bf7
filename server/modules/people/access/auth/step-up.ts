import { randomInt, timingSafeEqual } from 'node:crypto'
import { emailKey } from '#contract/email-address.ts'
import { findUser, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { blindIndex } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { auditSession } from './audit-session.ts'
import { stepUpCode } from './auth.messages.ts'
import { findProofTime, keepCode, markProved, takeCode, tryCode } from './auth.queries.ts'
import { assertPassword, hasPassword } from './credentials.ts'
import type { LogDeps } from './log-failure.ts'

/** Time that a step-up proof counts in its session. */
const PROOF_MS = 10 * MINUTE_MS
const CODE_MS = 10 * MINUTE_MS
const CODE_TRIES = 5

/**
 * Refuses a session without a step-up in the last ten minutes. Required before a change of address,
 * password or account for withdrawals: a stolen session cannot pass it. Errors: `step_up_required`.
 */
export async function requireStepUp(deps: ReadDeps, { sessionId }: Actor): Promise<void> {
  const at = await findProofTime(deps.db, sessionId)
  if (at && deps.clock.now().getTime() - at.getTime() < PROOF_MS) return
  throw new AppError('step_up_required')
}

/** Records a step-up by password. Errors: `wrong_password`, `rate_limited`, `busy`. */
export async function proveByPassword(
  deps: ReadDeps & LogDeps,
  { userId, sessionId }: Actor,
  input: { password: string; ip: string },
): Promise<void> {
  const { email } = await findUser(deps.db, userId)
  await assertPassword(deps, { userId, sessionId, emailKey: emailKey(email), ...input })
  await markProved(deps.db, sessionId, deps.clock.now())
}

/** Mails a step-up code for this session, without password only. Errors: `step_up_password`. */
export async function mailStepUpCode(deps: ActDeps, { userId, sessionId }: Actor): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const expiresAt = addMs(deps.clock.now(), CODE_MS)
  await inTransaction(deps.db, async (tx) => {
    if (await hasPassword(tx, userId)) throw new AppError('step_up_password')
    await keepCode(tx, { sessionId, hash: digest(deps, sessionId, code), expiresAt })
    const data = { code, minutes: CODE_MS / MINUTE_MS, until: expiresAt.toISOString() }
    await tellUser(tx, deps, stepUpCode, { userId, data })
  })
}

/** Records a step-up by the mailed code; a code works once. Errors: `step_up_code_wrong`. */
export async function proveByCode(deps: ActDeps, { userId, sessionId }: Actor, code: string) {
  const now = deps.clock.now()
  const kept = await tryCode(deps.db, { sessionId, triesMax: CODE_TRIES, now })
  const typed = digest(deps, sessionId, code)
  if (!kept || !timingSafeEqual(kept, typed)) throw new AppError('step_up_code_wrong')
  await inTransaction(deps.db, async (tx) => {
    if (!(await takeCode(tx, sessionId, typed))) throw new AppError('step_up_code_wrong')
    await markProved(tx, sessionId, now)
    await auditSession(tx, sessionId, { at: now, actorId: userId, action: 'session.proved' })
  })
}

function digest(deps: Pick<Deps, 'secrets'>, sessionId: string, code: string): Buffer {
  return blindIndex(deps.secrets.indexKey, `step-up|${sessionId}|${code}`)
}
