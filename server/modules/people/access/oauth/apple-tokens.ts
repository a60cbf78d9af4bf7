// Apple requires that its tokens are revoked when an account is closed:
// https://developer.apple.com/documentation/signinwithapplerestapi/revoke-tokens
import * as openid from 'openid-client'
import { z } from 'zod'
import { open, seal } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import { openPayload, sealPayload } from '#server/platform/jobs/sealed-payload.ts'
import { deleteIdentities, keepRefreshToken, lockIdentitiesOf } from './oauth.queries.ts'
import { isOffered, openProvider } from './providers.ts'

export const REVOKE_JOB = 'oauth.revoke-apple'

const contextOf = (userId: string) => `identities.refresh:${userId}`

/** Stores the refresh token of the latest sign-in, encrypted. */
export async function keepAppleToken(
  deps: Pick<Deps, 'db' | 'secrets'>,
  identity: { issuer: string; subject: string; userId: string },
  token: string,
): Promise<void> {
  const { userId } = identity
  const sealed = seal(deps.secrets.dataKey, contextOf(userId), Buffer.from(token, 'utf8'))
  await keepRefreshToken(deps.db, { ...identity, sealed })
}

/** Deletes the identities of a person, or one, and queues the revocation of the Apple token. */
export async function forgetIdentities(tx: Tx, deps: TellDeps, userId: string, issuer?: string) {
  const { dataKey } = deps.secrets
  const all = await lockIdentitiesOf(tx, userId)
  const jobs = all.flatMap((each) => {
    if (!each.sealed || (issuer !== undefined && each.issuer !== issuer)) return []
    const token = open(dataKey, contextOf(userId), each.sealed).toString('utf8')
    return [{ name: REVOKE_JOB, payload: sealPayload(deps.secrets, REVOKE_JOB, { token }) }]
  })
  await enqueueAll(tx, deps.clock, jobs)
  await deleteIdentities(tx, userId, issuer)
}

const Queued = z.object({ token: z.string().min(1) })

/** Job: revokes a token at Apple. Apple answers the same for an invalid token (RFC 7009 §2.2). */
export async function revokeAppleToken(deps: Deps, payload: unknown): Promise<void> {
  const { token } = Queued.parse(openPayload(deps.secrets, REVOKE_JOB, payload))
  if (!isOffered(deps, 'apple')) return deps.metrics.count('apple_revoked', { outcome: 'off' })
  const config = await openProvider(deps, 'apple')
  await openid.tokenRevocation(config, token, { token_type_hint: 'refresh_token' })
  deps.metrics.count('apple_revoked', { outcome: 'done' })
}
