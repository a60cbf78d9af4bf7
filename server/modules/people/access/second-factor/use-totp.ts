import { Secret, TOTP } from 'otpauth'
import { isStaff } from '#contract/permissions.ts'
import { findUser } from '#server/modules/people/users/index.ts'
import { open, seal } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { guess } from './guesses.ts'
import { type Here, noteChange, noteProof } from './note-second-factor.ts'
import { recoveryHash, replaceRecoveryCodes } from './recovery-codes.ts'
import {
  acceptStep,
  consumeRecoveryCode,
  countRecoveryCodes,
  deleteTotp,
  findTotpOf,
  keepTotp,
} from './second-factor.queries.ts'
import { hasFactor, requireSecondFactor } from './show-second-factor.ts'

type FactorDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'metrics'>

/**
 * Refuses a person who cannot add a factor: only team members have factors. The first needs
 * step-up, so that a stolen session cannot add it; a further one needs a session that proved one.
 * Errors: `forbidden`, `step_up_required`, `second_factor_required`.
 */
export async function requireMayAdd(deps: ActDeps, actor: Here): Promise<void> {
  if (!isStaff(actor.roles)) throw new AppError('forbidden')
  if (await hasFactor(deps.db, actor.userId)) await requireSecondFactor(deps, actor)
  else await requireStepUp(deps, actor)
}

/**
 * Creates a secret for an authenticator app; it has no effect until it is confirmed.
 * Errors: `second_factor_exists`, and those of `requireMayAdd`.
 */
export async function beginTotp(
  deps: FactorDeps,
  actor: Here,
): Promise<{ secret: string; uri: string }> {
  await requireMayAdd(deps, actor)
  const { userId } = actor
  const { email } = await findUser(deps.db, userId)
  const { text, uri, sealed } = newTotp(deps.secrets, userId, email)
  const now = deps.clock.now()
  const kept = await inTransaction(deps.db, (tx) => keepTotp(tx, { userId, sealed, now }))
  if (!kept) throw new AppError('second_factor_exists')
  return { secret: text, uri }
}

/**
 * Confirms the secret by one of its codes. Returns recovery codes when the person has none yet.
 * Errors: `forbidden`, `second_factor_wrong`, `second_factor_exists`, `rate_limited`.
 */
export async function confirmTotp(
  deps: FactorDeps,
  actor: Here,
  code: string,
): Promise<string[] | null> {
  if (!isStaff(actor.roles)) throw new AppError('forbidden')
  if ((await findTotpOf(deps.db, actor.userId))?.confirmedAt)
    throw new AppError('second_factor_exists')
  let codes: string[] | null = null
  await guess(deps, actor, 'totp', () =>
    acceptCode(deps, actor, { code, confirm: true }, async (tx) => {
      await noteChange(tx, deps, actor, 'added')
      codes = await firstRecoveryCodes(tx, deps, actor.userId)
    }),
  )
  return codes
}

export async function firstRecoveryCodes(
  tx: Tx,
  deps: FactorDeps,
  userId: string,
): Promise<string[] | null> {
  if ((await countRecoveryCodes(tx, userId)) > 0) return null
  return await replaceRecoveryCodes(tx, deps, userId)
}

/** Proves the second factor by an app's code. Errors: `second_factor_wrong`, `rate_limited`. */
export async function proveByTotp(deps: FactorDeps, actor: Here, code: string): Promise<void> {
  await guess(deps, actor, 'totp', () => acceptCode(deps, actor, { code, confirm: false }))
}

/** Whether the code is right and unused; if so, records the proof for the session. */
async function acceptCode(
  deps: FactorDeps,
  actor: Here,
  { code, confirm }: { code: string; confirm: boolean },
  and: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { userId } = actor
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const totp = await findTotpOf(tx, userId)
    const step = totp && stepOf(deps.secrets, { userId, sealed: totp.sealed, code, now })
    if (!step || !(await acceptStep(tx, { userId, step, confirm, now }))) return false
    await noteProof(tx, deps, actor, 'totp')
    await and(tx)
    return true
  })
}

/** Proves by a recovery code, used once. Errors: `second_factor_wrong`, `rate_limited`. */
export async function proveByRecoveryCode(deps: FactorDeps, actor: Here, typed: string) {
  const { userId } = actor
  const hash = recoveryHash(deps, userId, typed)
  await guess(deps, actor, 'recovery_code', () =>
    inTransaction(deps.db, async (tx) => {
      const now = deps.clock.now()
      if (!(await consumeRecoveryCode(tx, { userId, hash, now }))) return false
      await noteProof(tx, deps, actor, 'recovery_code')
      await noteChange(tx, deps, actor, 'recovery_used')
      return true
    }),
  )
}

/** Deletes the authenticator app. Idempotent. Errors: `second_factor_required`. */
export async function removeTotp(deps: FactorDeps, actor: Here): Promise<void> {
  await requireSecondFactor(deps, actor)
  await inTransaction(deps.db, async (tx) => {
    if (!(await findTotpOf(tx, actor.userId))) return
    await deleteTotp(tx, actor.userId)
    await noteChange(tx, deps, actor, 'removed')
  })
}

/** Replaces the recovery codes with new ones. Errors: `second_factor_required`. */
export async function newRecoveryCodes(deps: FactorDeps, actor: Here): Promise<string[]> {
  await requireSecondFactor(deps, actor)
  return await inTransaction(deps.db, async (tx) => {
    await noteChange(tx, deps, actor, 'codes_replaced')
    return await replaceRecoveryCodes(tx, deps, actor.userId)
  })
}

/** Parameters that all authenticator apps support (RFC 6238, with its defaults). */
const FORM = { issuer: 'Cupo', algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Accepted steps before and after the current one, because clocks of phones differ. */
const WINDOW = 1

/** Encryption context: a secret can be decrypted only for the row of its owner. */
const totpContext = (userId: string) => `totp_secrets:${userId}`

/** Creates a secret of 160 bits; returns it in clear for the person, and encrypted for storage. */
function newTotp(secrets: Pick<Secrets, 'dataKey'>, userId: string, label: string) {
  const secret = new Secret({ size: 20 })
  const uri = new TOTP({ ...FORM, label, secret }).toString()
  const sealed = seal(secrets.dataKey, totpContext(userId), Buffer.from(secret.bytes))
  return { text: secret.base32, uri, sealed }
}

/** The 30-second step of a code, the current or a neighbouring one; null when the code is wrong. */
function stepOf(
  secrets: Pick<Secrets, 'dataKey'>,
  typed: { userId: string; sealed: Buffer; code: string; now: Date },
): number | null {
  const bytes = open(secrets.dataKey, totpContext(typed.userId), typed.sealed)
  const secret = new Secret({ buffer: Uint8Array.from(bytes).buffer })
  const timestamp = typed.now.getTime()
  const asked = { token: typed.code, timestamp, window: WINDOW }
  const delta = new TOTP({ ...FORM, secret }).validate(asked)
  return delta === null ? null : Math.floor(timestamp / 1000 / FORM.period) + delta
}
