import type { Session } from '#contract/auth.ts'
import type { ReadDeps } from '#server/platform/deps.ts'
import { describeDevice } from '#server/platform/http/device.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { listLiveSessionsOf } from './auth.queries.ts'

export async function listSessions(
  deps: ReadDeps,
  { userId, sessionId }: Actor,
): Promise<Session[]> {
  const own = await listLiveSessionsOf(deps.db, { userId, now: deps.clock.now() })
  return own.map(({ id, userAgent, openedAt, usedAt }) => ({
    id,
    device: describeDevice(userAgent),
    openedAt: openedAt.toISOString(),
    usedAt: usedAt.toISOString(),
    current: id === sessionId,
  }))
}
