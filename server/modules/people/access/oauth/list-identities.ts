import type { Reader } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { listIdentitiesOf } from './oauth.queries.ts'
import { isOffered, PROVIDER_TITLES, PROVIDERS } from './providers.ts'

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** Names the linked accounts of providers for a message, `Google (ana@gmail.com)`; '' for none. */
export async function namesOfIdentities(
  db: Reader,
  { urls }: Pick<Deps, 'urls'>,
  userId: string,
): Promise<string> {
  const names = (await listIdentitiesOf(db, userId)).flatMap(({ issuer, email }) => {
    const provider = PROVIDERS.find((name) => urls[name] === issuer)
    if (!provider) return []
    return [email === null ? PROVIDER_TITLES[provider] : `${PROVIDER_TITLES[provider]} (${email})`]
  })
  return list.format(names)
}

/** Lists the providers of this site and the person's linked accounts. */
export async function listIdentities(
  deps: Pick<Deps, 'db' | 'urls' | 'secrets'>,
  { userId }: ActorId,
) {
  const rows = await listIdentitiesOf(deps.db, userId)
  return {
    offered: PROVIDERS.filter((name) => isOffered(deps, name)),
    identities: rows.flatMap(({ issuer, email, linkedAt, usedAt }) => {
      const provider = PROVIDERS.find((name) => deps.urls[name] === issuer)
      if (!provider) return []
      const instants = { linkedAt: linkedAt.toISOString(), usedAt: usedAt.toISOString() }
      return [{ provider, email, ...instants }]
    }),
  }
}
