import { timingSafeEqual } from 'node:crypto'
import { blindIndex, randomToken, sha256Hex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { releaseHit } from '#server/platform/http/rate-limit.queries.ts'
import { limitHits } from '#server/platform/http/rate-limit.ts'

/** Failures allowed per account and address, and per known device, in ten minutes. */
const NEAR = { max: 10, windowSeconds: 600 }
/** Failures allowed per account from all unknown devices together. */
const WIDE = { max: 100, windowSeconds: 600 }

/**
 * Counts an attempt on an account before its password is looked at; answers how to take it back
 * when it was no failure. A device that has signed in to the account before has a count of its own
 * (OWASP "device cookies"): whoever exhausts the shared one slows strangers, not the owner.
 * Errors: `rate_limited`.
 */
export async function countAttempt(
  deps: Pick<Deps, 'db' | 'clock' | 'metrics' | 'secrets'>,
  attempt: { emailKey: string; ip: string; device: string | undefined },
): Promise<() => Promise<void>> {
  const account = sha256Hex(attempt.emailKey).slice(0, 32)
  const known = isDeviceOf(deps.secrets.authKey, attempt.emailKey, attempt.device)
  const near = `login-near:${account}:${attempt.ip}`
  const wide = known
    ? `login-device:${sha256Hex(attempt.device ?? '')}`
    : `login-account:${account}`
  await limitHits(deps, { key: near, ...NEAR })
  await limitHits(deps, { key: wide, ...(known ? NEAR : WIDE) })
  return async () => {
    await releaseHit(deps.db, near)
    await releaseHit(deps.db, wide)
  }
}

/** Proof, for the browser to keep, that it has signed in to this account. */
export function deviceProof(key: Buffer, emailKey: string): string {
  const nonce = randomToken(16)
  return `${nonce}.${markOf(key, emailKey, nonce).toString('base64url')}`
}

function isDeviceOf(key: Buffer, emailKey: string, proof: string | undefined): boolean {
  const [, nonce, mark] = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/.exec(proof ?? '') ?? []
  if (!nonce || !mark) return false
  return timingSafeEqual(markOf(key, emailKey, nonce), Buffer.from(mark, 'base64url'))
}

function markOf(key: Buffer, emailKey: string, nonce: string): Buffer {
  return blindIndex(key, `device|${nonce}|${emailKey}`)
}
