import { findLiveSession } from './domains/people/auth/auth.public.ts'
import type { Deps } from './platform/deps.ts'
import type { SessionReader } from './platform/http/authenticate.ts'

/** Provides the platform with the auth room's check whether a session is still open. */
export function readSession(deps: Deps): SessionReader {
  return (sessionId, ip) => findLiveSession(deps, sessionId, ip)
}
