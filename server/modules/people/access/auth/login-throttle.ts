import { sha256Hex } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { forgetHits, releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import { limitHits, type SourceLimit, subscriberOf } from '#server/platform/http/rate-limit.ts'
import type { Asker } from './hash-pool.ts'
import { isDeviceOf } from './known-device.ts'
import { assertRoom } from './password.ts'

type ThrottleDeps = Pick<Deps, 'db' | 'clock' | 'metrics' | 'secrets'>

const WINDOW_SECONDS = 600

/** Maximum failures in ten minutes per account and network, per known device, and per session. */
const OWN = { max: 10, windowSeconds: WINDOW_SECONDS }

/**
 * Limits for failures on one account from all unknown devices together. After `slowAfter` failures
 * a network has only `triesWhenSlow` attempts, after `stopAfter` none. Then the owner can sign in
 * from a known device, or make this device known by a mailed link.
 */
const ALL_STRANGERS = { slowAfter: 100, stopAfter: 150, triesWhenSlow: 2 }

export type Attempt = {
  emailKey: string
  ip: string
  device: string | undefined
  /** Rate limit of the route for the caller's network. */
  source: SourceLimit
}

export type Counted = {
  /** Removes an attempt that did not fail from the count. */
  takeBack: () => Promise<void>
  asker: Asker
}

/**
 * Counts an attempt on an account before its password is checked. A known device of the account has
 * its own count (OWASP "device cookies"), so neither people who guess the password nor strangers on
 * the same network can lock it out. Errors: `rate_limited`, `busy`.
 */
export async function countAttempt(deps: ThrottleDeps, attempt: Attempt): Promise<Counted> {
  const { emailKey, device, source } = attempt
  if (isDeviceOf(deps.secrets.authKey, emailKey, device)) {
    return await countOwn(deps, `login-device:${sha256Hex(device ?? '')}`)
  }
  const account = accountKey(emailKey)
  const network = subscriberOf(attempt.ip)
  const near = `login-near:${account}:${network}`
  const wide = `login-account:${account}`
  const asker = { known: false, source: network } as const
  assertRoom(asker)
  await source.count()
  const tries = await limitHits(deps, { key: near, ...OWN })
  const { slowAfter, stopAfter, triesWhenSlow } = ALL_STRANGERS
  const max = tries > triesWhenSlow ? slowAfter : stopAfter
  await limitHits(deps, { key: wide, max, windowSeconds: WINDOW_SECONDS })
  const takeBack = async () => {
    await source.takeBack()
    await releaseHit(deps.db, near)
    await releaseHit(deps.db, wide)
  }
  return { takeBack, asker }
}

/** Counts a password check inside a session, separately from logins. */
export function countInSession(deps: ThrottleDeps, sessionId: string): Promise<Counted> {
  return countOwn(deps, `session-password:${sessionId}`)
}

async function countOwn(deps: ThrottleDeps, key: string): Promise<Counted> {
  await limitHits(deps, { key, ...OWN })
  return { takeBack: () => releaseHit(deps.db, key), asker: { known: true } }
}

const accountKey = (emailKey: string) => sha256Hex(emailKey).slice(0, 32)

/** Clears the counts of failed logins at an account from devices that it does not know. */
export async function clearLoginTries(tx: Tx, emailKey: string): Promise<void> {
  const account = accountKey(emailKey)
  await forgetHits(tx, { keys: [`login-account:${account}`], prefix: `login-near:${account}:` })
}
