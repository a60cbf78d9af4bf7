import { blindIndex } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { networkOf } from '#server/platform/http/network.ts'

/**
 * Where a second factor was proved, as digests that are of use for that session only: nobody can
 * tell from them where or in which browser somebody works.
 */
export type ProofPlace = {
  network: Buffer
  /** Null when the browser has no name, as in the native app. */
  device: Buffer | null
}

export function networkDigest(
  { secrets }: Pick<Deps, 'secrets'>,
  { sessionId, ip }: { sessionId: string; ip: string },
): Buffer {
  return blindIndex(secrets.indexKey, `proof-network|${sessionId}|${networkOf(ip)}`)
}

/** `browser`: the random number of the cookie that names it. */
export function deviceDigest(
  { secrets }: Pick<Deps, 'secrets'>,
  { sessionId, browser }: { sessionId: string; browser: string | undefined },
): Buffer | null {
  if (browser === undefined) return null
  return blindIndex(secrets.indexKey, `proof-device|${sessionId}|${browser}`)
}
