// Apple tells what a person changes in their Apple account:
// https://developer.apple.com/documentation/signinwithapple/processing-changes-for-sign-in-with-apple-accounts
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { emailKey } from '#contract/email-address.ts'
import { APP_ID } from '#contract/native-app.ts'
import { holdRelay, mailBounces } from '#server/modules/foundation/notifications/index.ts'
import { findUser, tellUser } from '#server/modules/people/users/index.ts'
import { sha256Hex } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { claimKey } from '#server/platform/idempotency.queries.ts'
import { dropIdentity } from './link-identity.ts'
import { identityChanged, wayInLost } from './oauth.messages.ts'
import { lockOwner } from './oauth.queries.ts'
import { openProvider } from './providers.ts'

/** The claim `events`, a JSON text; `event_time` in Unix milliseconds. */
const Event = z.object({
  type: z.string(),
  sub: z.string(),
  event_time: z.number(),
  email: z.string().default(''),
})

/** Apple's keys by address. The library fetches them again for a signature of an unknown key. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

/**
 * Takes a notice of Apple once. An unknown person or kind of event changes nothing. Errors:
 * `bad_signature`, `oauth_unavailable`, `provider_disabled`; Apple sends a refused notice again.
 */
export async function takeAppleNotice(deps: Deps, payload: string): Promise<void> {
  const { issuer, key, event } = await readNotice(deps, payload)
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const owner = await lockOwner(tx, { issuer, subject: event.sub })
    if (!owner) return
    const { userId, usedAt } = owner
    const call = { actorId: userId, operation: 'oauth.apple-notice', key, request: event, now }
    if ((await claimKey(tx, call, async () => undefined)).repeated) return
    if (/^email-(dis|en)abled$/.test(event.type)) return await forwards(tx, deps, userId, event)
    // An older notice than the last sign-in: the person has consented again since.
    const isEnd = /^(consent-revoked|account-deleted?)$/.test(event.type)
    if (isEnd && event.event_time >= usedAt.getTime()) await endLink(tx, deps, userId)
  })
}

async function readNotice(deps: Deps, payload: string) {
  const { issuer, jwks_uri: address = '' } = (await openProvider(deps, 'apple')).serverMetadata()
  const keys = keySets.get(address) ?? createRemoteJWKSet(new URL(address))
  keySets.set(address, keys)
  try {
    const { payload: claims } = await jwtVerify(payload, keys, {
      issuer,
      // The Services ID of the site, or the App ID under which it is registered.
      audience: [deps.secrets.apple?.clientId ?? '', APP_ID],
      algorithms: ['RS256', 'ES256'],
      requiredClaims: ['jti', 'exp'],
      currentDate: deps.clock.now(),
    })
    const event = Event.parse(JSON.parse(String(claims.events)))
    return { issuer, key: sha256Hex(String(claims.jti)), event }
  } catch (error) {
    throw new AppError(isOutage(error) ? 'oauth_unavailable' : 'bad_signature')
  }
}

/** Whether Apple's keys could not be fetched; else the notice is at fault. */
const isOutage = (error: unknown) =>
  error instanceof errors.JOSEError
    ? error instanceof errors.JWKSTimeout || error.code === errors.JOSEError.code
    : error instanceof TypeError && error.message === 'fetch failed'

/** Ends a link; tells the person, and if it was the last one how to get in. */
async function endLink(tx: Tx, deps: Deps, userId: string): Promise<void> {
  const at = deps.clock.now().toISOString()
  const { email } = await findUser(tx, userId)
  if (await dropIdentity(tx, deps, { userId, provider: 'apple', except: null })) {
    await tellUser(tx, deps, wayInLost, { userId, data: { email, at } })
  } else {
    const data = { provider: 'apple', change: 'revoked', at } as const
    await tellUser(tx, deps, identityChanged, { userId, data })
  }
}

/** Holds mail to a hidden address while Apple does not forward it. */
async function forwards(
  tx: Tx,
  deps: Deps,
  userId: string,
  { type, email }: z.infer<typeof Event>,
) {
  const isOff = type === 'email-disabled'
  await holdRelay(tx, deps, { address: email, userId, isOff })
  const isOwn = emailKey((await findUser(tx, userId)).email) === emailKey(email)
  if (isOff && isOwn) await tellUser(tx, deps, mailBounces, { userId, data: {} })
}
