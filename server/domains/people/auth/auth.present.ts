import type { Session } from '#contract/auth.ts'
import { describeDevice } from '#server/platform/http/device.ts'
import type { Actor } from '#server/platform/http/session.ts'
import type { OwnSession } from './auth.queries.ts'

export function presentSession(session: OwnSession, actor: Actor): Session {
  return {
    id: session.id,
    device: describeDevice(session.userAgent),
    openedAt: session.openedAt.toISOString(),
    usedAt: session.usedAt.toISOString(),
    current: session.id === actor.sessionId,
  }
}
