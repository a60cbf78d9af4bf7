import type { Session } from '#contract/auth.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { presentSession } from './auth.present.ts'
import { liveSessionsOf } from './auth.queries.ts'

/** Lists the person's open sessions, most recently used first. */
export async function listSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
): Promise<Session[]> {
  const { userId } = actor
  const own = await liveSessionsOf(deps.db, { userId, now: deps.clock.now() })
  return own.map((session) => presentSession(session, actor))
}
