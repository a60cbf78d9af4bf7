import { APPEAL_DAYS } from '#contract/limits.ts'
import type { SanctionEvent } from '#server/modules/people/standing/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { TellDeps } from '#server/platform/deps.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { sanctioned } from './conduct.messages.ts'

/** Job that applies a sanction to trips and bookings; payload `{ sanctionId }`. */
export const APPLY_JOB = 'conduct.apply-sanction'

/** Tells the person about a new sanction, and enqueues its effects on trips and bookings. */
export async function followSanction(
  tx: Tx,
  deps: TellDeps,
  { id, userId, kind, at, reason, endsAt }: SanctionEvent,
): Promise<void> {
  if (kind === 'lifted') return
  // The request for a hearing tells a paused person about the pause.
  if (kind !== 'paused') {
    const appealUntil = addMs(at, APPEAL_DAYS * DAY_MS).toISOString()
    const data = { kind, reason, endsAt: endsAt?.toISOString() ?? null, appealUntil }
    await tellUser(tx, deps, sanctioned, { userId, data, cause: id })
  }
  if (kind === 'warned') return
  const key = `${APPLY_JOB}:${id}`
  await enqueue(tx, deps.clock, { name: APPLY_JOB, payload: { sanctionId: id }, key })
}
