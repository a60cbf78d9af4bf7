import type { SanctionEvent } from '#server/domains/sanctions/sanctions.public.ts'
import { lockUser, tellUser } from '#server/domains/users/users.public.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { untoldInherited } from './conduct.queries.ts'

/** Does to trips and bookings what the sanction says: payload `{ sanctionId }`. */
export const APPLY_JOB = 'conduct.apply-sanction'

type FollowDeps = Pick<Deps, 'clock' | 'secrets'>

/** Longer than the jobs may stand still. */
const LOOKS_BACK_MS = 30 * DAY_MS

/** Tells the person of a new sanction and starts what it does to their trips and bookings. */
export async function followSanction(
  tx: Tx,
  deps: FollowDeps,
  { id, userId, kind, reason, endsAt }: SanctionEvent,
): Promise<void> {
  if (kind === 'lifted') return
  const data = { kind, reason, endsAt: endsAt?.toISOString() ?? null }
  await tellUser(tx, deps, { userId, template: 'sanctioned', data, cause: id })
  if (kind === 'warned') return
  const key = `${APPLY_JOB}:${id}`
  await enqueue(tx, deps.clock, { name: APPLY_JOB, payload: { sanctionId: id }, key })
}

/**
 * Follows the sanctions that a trigger gave to people who had closed another account under one. The
 * message is written with the job, so what has a message was followed.
 */
export async function followInherited(deps: FollowDeps & Pick<Deps, 'db'>): Promise<void> {
  const since = addMs(deps.clock.now(), -LOOKS_BACK_MS)
  for (const event of await untoldInherited(deps.db, since)) {
    await inTransaction(deps.db, async (tx) => {
      await lockUser(tx, event.userId)
      await followSanction(tx, deps, event)
    })
  }
}
