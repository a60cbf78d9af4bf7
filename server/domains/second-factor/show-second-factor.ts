import { isStaff } from '#contract/permissions.ts'
import { SECOND_FACTOR_HOURS, type SecondFactorStatus } from '#contract/second-factor.ts'
import { secondFactorAt } from '#server/domains/auth/auth.public.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { countRecoveryCodes, passkeysOf, totpOf } from './second-factor.queries.ts'

/** Which factors somebody has, and whether this session proved one. */
export async function showSecondFactor(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, sessionId, roles }: Actor,
): Promise<SecondFactorStatus> {
  const totp = await totpOf(deps.db, userId)
  const passkeys = await passkeysOf(deps.db, userId)
  const until = await provedUntil(deps, sessionId)
  return {
    required: isStaff(roles),
    provedUntil: until?.toISOString() ?? null,
    totp: Boolean(totp?.confirmedAt),
    passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await countRecoveryCodes(deps.db, userId),
  }
}

async function provedUntil(
  deps: Pick<Deps, 'db' | 'clock'>,
  sessionId: string,
): Promise<Date | null> {
  const at = await secondFactorAt(deps.db, sessionId)
  const until = at && addMs(at, SECOND_FACTOR_HOURS * HOUR_MS)
  return until && until > deps.clock.now() ? until : null
}

/** Whether somebody has a factor that works; recovery codes are none. */
export async function hasFactor(reader: Reader, userId: string): Promise<boolean> {
  const totp = await totpOf(reader, userId)
  return Boolean(totp?.confirmedAt) || (await passkeysOf(reader, userId)).length > 0
}

/** Refuses a session that proved no second factor within eight hours. */
export async function requireSecondFactor(
  deps: Pick<Deps, 'db' | 'clock'>,
  { sessionId }: Actor,
): Promise<void> {
  if (!(await provedUntil(deps, sessionId))) throw new AppError('second_factor_required')
}
