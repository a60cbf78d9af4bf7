import { isStaff } from '#contract/permissions.ts'
import { SECOND_FACTOR_HOURS, type SecondFactorStatus } from '#contract/second-factor.ts'
import { TeamRole } from '#contract/team.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import type { Reader } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { findSecondFactorTime } from '../auth/auth.queries.ts'
import { networkDigest } from '../auth/proof-place.ts'
import type { Here } from './note-second-factor.ts'
import {
  countRecoveryCodes,
  findTotpOf,
  listPasskeysOf,
  listPeopleWithRoles,
} from './second-factor.queries.ts'

/** Returns the person's factors, and until when the proof counts in this network. */
export async function showSecondFactor(
  deps: ActDeps,
  { userId, sessionId, ip, roles }: Here,
): Promise<SecondFactorStatus> {
  const totp = await findTotpOf(deps.db, userId)
  const passkeys = await listPasskeysOf(deps.db, userId)
  const until = await provedUntil(deps, { sessionId, ip })
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

async function provedUntil(deps: ActDeps, { sessionId, ip }: Pick<Here, 'sessionId' | 'ip'>) {
  const network = networkDigest(deps, { sessionId, ip })
  const at = await findSecondFactorTime(deps.db, { sessionId, network })
  const until = at && addMs(at, SECOND_FACTOR_HOURS * HOUR_MS)
  return until && until > deps.clock.now() ? until : null
}

/** Whether the person has a confirmed factor; recovery codes do not count. */
export async function hasFactor(reader: Reader, userId: string): Promise<boolean> {
  const totp = await findTotpOf(reader, userId)
  return Boolean(totp?.confirmedAt) || (await listPasskeysOf(reader, userId)).length > 0
}

/** Refuses a session without a second factor proved in this network within eight hours. */
export async function requireSecondFactor(deps: ActDeps, here: Here): Promise<void> {
  if (!(await provedUntil(deps, here))) throw new AppError('second_factor_required')
}

export async function listTeam(deps: Pick<Deps, 'db'>, actor: ActorId) {
  const rows = await listPeopleWithRoles(deps.db, TeamRole.options)
  return rows.map((row) => ({
    ...row,
    roles: TeamRole.options.filter((role) => row.roles.includes(role)),
    canReset: row.id !== actor.userId && (row.totp || row.passkeys > 0),
  }))
}
