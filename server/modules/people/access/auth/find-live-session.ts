import type { ActDeps } from '#server/platform/deps.ts'
import { findLiveSessionRow, type LiveSession } from './auth.queries.ts'
import { networkDigest } from './proof-place.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns an open session; a second factor proved in another network than `ip` is omitted. */
export async function findLiveSession(
  deps: ActDeps,
  sessionId: string,
  ip: string,
): Promise<LiveSession | null> {
  if (!UUID.test(sessionId)) return null
  const network = networkDigest(deps, { sessionId, ip })
  return (
    (await findLiveSessionRow(deps.db, { id: sessionId, network, now: deps.clock.now() })) ?? null
  )
}
