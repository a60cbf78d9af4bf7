import { emailKey } from '#contract/email-address.ts'
import { auditUser, findUserIdByEmailKey, tellUser } from '#server/modules/people/users/index.ts'
import { brokenUnique, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { hasPassword } from '../auth/credentials.ts'
import { closeSessionsOf } from '../auth/end-session.ts'
import { requireStepUp } from '../auth/step-up.ts'
import { forgetIdentities } from './apple-tokens.ts'
import { identityChanged } from './oauth.messages.ts'
import { insertIdentity, lockIdentitiesOf } from './oauth.queries.ts'
import type { ProviderProfile } from './provider-claims.ts'
import { isOffered, PROVIDERS, type ProviderName } from './providers.ts'

type Link = { userId: string; provider: ProviderName }

/**
 * Links the account that the provider vouches for. Refused if it, or its address, is of another
 * account of ours. Errors: `identity_taken`, `identity_exists`.
 */
export async function linkIdentity(
  deps: ActDeps,
  { userId, provider, profile }: Link & { profile: ProviderProfile },
): Promise<{ userId: string; isNew: false }> {
  const { issuer, subject, email } = profile
  const now = deps.clock.now()
  const link = async (tx: Tx) => {
    const owner = email === null ? undefined : await findUserIdByEmailKey(tx, emailKey(email))
    if (owner !== undefined && owner !== userId) throw new AppError('identity_taken')
    await insertIdentity(tx, { issuer, subject, userId, email, now })
    await auditUser(tx, userId, { at: now, action: 'identity.linked', details: { issuer } })
    const data = { provider, change: 'linked', at: now.toISOString() } as const
    await tellUser(tx, deps, identityChanged, { userId, data })
  }
  await inTransaction(deps.db, link).catch((error: unknown) => {
    const index = brokenUnique(error)
    if (index === 'identities_pkey') throw new AppError('identity_taken')
    throw index === 'identities_one_each' ? new AppError('identity_exists') : error
  })
  return { userId, isNew: false }
}

/** Unlinks a provider. Errors: `step_up_required`, `identity_not_found`, `last_way_in`. */
export async function unlinkIdentity(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls'>,
  actor: Actor,
  { provider }: Pick<Link, 'provider'>,
): Promise<void> {
  await requireStepUp(deps, actor)
  const { userId, sessionId } = actor
  await inTransaction(deps.db, async (tx) => {
    const isLast = await dropIdentity(tx, deps, { userId, provider, except: sessionId })
    if (isLast) throw new AppError('last_way_in')
    const data = { provider, change: 'unlinked', at: deps.clock.now().toISOString() } as const
    await tellUser(tx, deps, identityChanged, { userId, data })
  })
}

/** Deletes a link, and ends the sessions that it opened. Returns whether it was the last way in. */
export async function dropIdentity(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets' | 'urls'>,
  { userId, provider, except }: Link & { except: string | null },
): Promise<boolean> {
  const now = deps.clock.now()
  const all = (await lockIdentitiesOf(tx, userId)).map(({ issuer }) => issuer)
  const issuer = all.find((each) => each === deps.urls[provider])
  if (issuer === undefined) throw new AppError('identity_not_found')
  const isWay = (name: ProviderName) =>
    name !== provider && isOffered(deps, name) && all.includes(deps.urls[name] ?? '')
  const isLast = !PROVIDERS.some(isWay) && !(await hasPassword(tx, userId))
  await forgetIdentities(tx, deps, userId, issuer)
  const whose = { userId, except, reason: 'unlinked', now } as const
  // Nobody has another way in: every session came from this one.
  await closeSessionsOf(tx, isLast ? whose : { ...whose, provider })
  await auditUser(tx, userId, { at: now, action: 'identity.unlinked', details: { issuer } })
  return isLast
}
