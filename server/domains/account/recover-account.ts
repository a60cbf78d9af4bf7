import { z } from 'zod'
import {
  checkPassword,
  closeSessionsOf,
  hashPassword,
  setPassword,
} from '#server/domains/auth/auth.public.ts'
import {
  emailKey,
  mailUser,
  markEmailConfirmed,
  userIdByEmailKey,
} from '#server/domains/users/users.public.ts'
import { recordAudit } from '#server/platform/audit.queries.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import { deleteOpenLinks } from './account.queries.ts'
import { LINK_MS, makeLink, readLink, spendLink } from './mail-link.ts'

export const RECOVERY_JOB = 'account.recovery'

/** Requests for one address, whether it has an account or not. */
const PER_ADDRESS = { max: 5, windowSeconds: 3600 }

const Asked = z.object({
  emailKey: z.string(),
  passwordHash: z.string(),
  device: z.string().nullable(),
  askedAt: z.iso.datetime(),
})

/**
 * Takes a request for a new password. Whether the address has an account is looked up only later,
 * by a job: here the work is the same for all of them. Errors: `rate_limited`, `busy`.
 */
export async function askRecovery(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics' | 'secrets'>,
  input: { email: string; password: string; device: string | null },
): Promise<void> {
  const key = emailKey(input.email)
  await limitHits(deps, { key: `recover:${sha256Hex(key).slice(0, 32)}`, ...PER_ADDRESS })
  const asked: z.infer<typeof Asked> = {
    emailKey: key,
    passwordHash: await hashPassword(input.password),
    device: input.device,
    askedAt: deps.clock.now().toISOString(),
  }
  const payload = sealPayload(deps.secrets, RECOVERY_JOB, asked)
  await inTransaction(deps.db, (tx) => enqueue(tx, deps.clock, { name: RECOVERY_JOB, payload }))
}

/** Mails the link if there is an account; an earlier link stops working. */
export async function sendRecovery(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  payload: unknown,
): Promise<void> {
  const asked = Asked.parse(openPayload(deps.secrets, RECOVERY_JOB, payload))
  const age = deps.clock.now().getTime() - new Date(asked.askedAt).getTime()
  if (age > LINK_MS.recovery) return // The queue stood still: the person has asked again since.
  await inTransaction(deps.db, async (tx) => {
    const userId = await userIdByEmailKey(tx, asked.emailKey)
    if (!userId) return
    const { passwordHash, device, askedAt } = asked
    const path = await makeLink(tx, deps, { userId, purpose: 'recovery', passwordHash })
    const minutes = LINK_MS.recovery / MINUTE_MS
    const data = { path, minutes, device, askedAt }
    await mailUser(tx, deps, { userId, template: 'recovery_link', data })
  })
}

/**
 * Gives effect to the password that was asked for, ends every session, and tells the owner. With
 * `password`, it must be that very one: a stranger may ask in somebody's name, and the owner who
 * opens the link by mistake must not hand over the account.
 * Errors: `link_invalid`, `wrong_password`, `busy`.
 */
export async function confirmRecovery(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  input: { token: string; password: string | undefined; device: string | null },
): Promise<void> {
  const presented = { purpose: 'recovery', token: input.token } as const
  const waiting = await readLink(deps.db, deps, presented)
  if (input.password !== undefined) {
    const isSame = await checkPassword(waiting.passwordHash ?? undefined, input.password)
    if (!isSame) throw wrongPassword()
  }
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const { userId, passwordHash } = await spendLink(tx, deps, presented)
    assert(passwordHash, 'a recovery link carries a password')
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
  })
}

function wrongPassword(): AppError {
  const message = 'No es la contraseña que escribiste al pedir el cambio.'
  return new AppError('wrong_password', { message, fields: { password: message } })
}
