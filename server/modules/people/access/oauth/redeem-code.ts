import { findUser } from '#server/modules/people/users/index.ts'
import { sha256 } from '#server/platform/crypto.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Issued, issue, openSession } from '../auth/open-session.ts'
import { lockIdentitiesOf, takeCode } from './oauth.queries.ts'

export type RedeemCode = {
  code: string
  /** State that the client sent at the start; null without one. */
  clientState: string | null
  /** Secret from the cookie of the sign-in; the native app has none. */
  secret: string | undefined
  userAgent: string | null
  /** PKCE verifier for the challenge sent at the start; null without one. */
  verifier: string | null
}

/** Redeems our code within a minute, once, for its client. Errors: `oauth_code_invalid`. */
export async function redeemCode(
  deps: ActDeps & Pick<Deps, 'urls'>,
  input: RedeemCode,
): Promise<{ issued: Issued; userId: string; mobile: boolean; isNew: boolean }> {
  const { clientState, userAgent, verifier } = input
  const hashes = { codeHash: sha256(input.code), browserHash: sha256(input.secret ?? '') }
  const challenge = verifier === null ? null : sha256(verifier).toString('base64url')
  const { taken, session, user } = await inTransaction(deps.db, async (tx) => {
    const taken = await takeCode(tx, { ...hashes, clientState, challenge, now: deps.clock.now() })
    if (!taken) throw new AppError('oauth_code_invalid')
    const { userId, mobile, provider } = taken
    // The account may have been taken back, or the provider unlinked, since the code was made.
    const linked = await lockIdentitiesOf(tx, userId)
    const isLinked = linked.some(({ issuer }) => issuer === deps.urls[provider])
    if (!isLinked) throw new AppError('oauth_code_invalid')
    const session = await openSession(tx, deps, { userId, userAgent, mobile, provider })
    return { taken, session, user: await findUser(tx, userId) }
  })
  return { issued: await issue(deps, session, user.roles), ...taken }
}
