import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { hasPassword } from '../auth/credentials.ts'
import { listIdentitiesOf } from './oauth.queries.ts'
import { isOffered, PROVIDERS } from './providers.ts'

/** Lists the ways to sign in to the person's account: password, providers, or both. */
export async function listIdentities(
  deps: Pick<Deps, 'db' | 'urls' | 'secrets'>,
  { userId }: ActorId,
) {
  const rows = await listIdentitiesOf(deps.db, userId)
  return {
    offered: PROVIDERS.filter((name) => isOffered(deps, name)),
    hasPassword: await hasPassword(deps.db, userId),
    identities: rows.flatMap(({ issuer, email, linkedAt, usedAt }) => {
      const provider = PROVIDERS.find((name) => deps.urls[name] === issuer)
      if (!provider) return []
      const instants = { linkedAt: linkedAt.toISOString(), usedAt: usedAt.toISOString() }
      return [{ provider, email, ...instants }]
    }),
  }
}
