import { blindIndex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { networkOf } from '#server/platform/http/network.ts'

/** Network and browser of a second factor proof, as digests that are specific to the session. */
export type ProofPlace = {
  network: Buffer
  /** Null for a browser without device cookie, as in the native app. */
  device: Buffer | null
}

export function networkDigest(
  { secrets }: Pick<Deps, 'secrets'>,
  { sessionId, ip }: { sessionId: string; ip: string },
): Buffer {
  return blindIndex(secrets.indexKey, `proof-network|${sessionId}|${networkOf(ip)}`)
}

/** `browser`: the nonce in the device cookie. */
export function deviceDigest(
  { secrets }: Pick<Deps, 'secrets'>,
  { sessionId, browser }: { sessionId: string; browser: string | undefined },
): Buffer | null {
  if (browser === undefined) return null
  return blindIndex(secrets.indexKey, `proof-device|${sessionId}|${browser}`)
}
