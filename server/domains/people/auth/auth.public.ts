export { queueConfirmation } from './confirm-address.ts'

import type { Deps } from '#server/platform/deps.ts'
import { findLiveSessionRow, type LiveSession } from './auth.queries.ts'
import { networkDigest } from './proof-place.ts'

export { findSecondFactorTime, forgetSecondFactorOf, markSecondFactor } from './auth.queries.ts'
export { hasPassword } from './credentials.ts'
export { closeSessionsOf, endSessionsByOperator } from './end-session.ts'
export { browserOf, deviceProof } from './known-device.ts'
export { clearLoginTries } from './login-throttle.ts'
export { noteDevice } from './note-device.ts'
export { type Issued, issue, openSession } from './open-session.ts'
export { deviceDigest, networkDigest } from './proof-place.ts'
export { handOver, readDevice, rememberDevice } from './session-cookie.ts'
export { listSharedSigns, type SharedSign } from './shared-signs.queries.ts'
export { signUp } from './sign-up.ts'
export { requireStepUp } from './step-up.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns an open session; a second factor proved in another network than `ip` is omitted. */
export async function findLiveSession(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  sessionId: string,
  ip: string,
): Promise<LiveSession | null> {
  if (!UUID.test(sessionId)) return null
  const network = networkDigest(deps, { sessionId, ip })
  return (
    (await findLiveSessionRow(deps.db, { id: sessionId, network, now: deps.clock.now() })) ?? null
  )
}
