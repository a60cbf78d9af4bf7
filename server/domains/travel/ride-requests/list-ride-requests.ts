import type { RideRequestView } from '#contract/ride-requests.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { presentRequests } from './ride-requests.present.ts'
import { currentRequestsOf, pastRequestsOf } from './ride-requests.queries.ts'

const PAST_SHOWN = 20

/** Lists a person's ride requests, newest first: the current ones, and the last that ended. */
export async function listRideRequests(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId }: ActorId,
): Promise<{ open: RideRequestView[]; past: RideRequestView[] }> {
  const now = deps.clock.now()
  const current = await currentRequestsOf(deps.db, { userId, now })
  const past = await pastRequestsOf(deps.db, { userId, now, limit: PAST_SHOWN })
  return {
    open: await presentRequests(deps, current),
    past: await presentRequests(deps, past),
  }
}
