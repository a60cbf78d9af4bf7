import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import {
  closeEvent,
  countEventFailure,
  type EventRow,
  findEvent,
  openCase,
  staleEvents,
} from './payments.queries.ts'
import { enqueueEvent } from './receive-event.ts'
import { settleTransaction } from './settle-payment.ts'
import { GatewayError } from './wompi-gateway.ts'

/** Tries of an event that fails by itself, before a person gets it. */
const FAILURES_MAX = 8
/** How long an event waits for a gateway that is away or behind. */
const WAIT_MS = 7 * DAY_MS
const STALE_MS = HOUR_MS
const SWEEP = 200

/**
 * Works on a stored event: only its transaction's id is used, the rest is read from the gateway.
 * Throws to be tried again later; an event that keeps failing is put aside with a case, so that it
 * never holds up the others.
 */
export async function processEvent(deps: Deps, eventId: string): Promise<void> {
  const event = await findEvent(deps.db, eventId)
  if (!event || event.processed_at) return
  try {
    const { outcome, status } = await settleTransaction(deps, event.transaction_id)
    // Announced as final, but the API still says pending: it will follow.
    if (status === 'PENDING' && event.event_status !== 'PENDING') throw new GatewayError('behind')
    await closeEvent(deps.db, { id: event.id, outcome, now: deps.clock.now() })
  } catch (error) {
    if (!(await isHopeless(deps, event, error))) throw error
    await putAside(deps, event)
  }
}

async function isHopeless(deps: Deps, event: EventRow, error: unknown): Promise<boolean> {
  const waits =
    error instanceof GatewayError && ['unreachable', 'behind', 'key_refused'].includes(error.reason)
  if (waits) return deps.clock.now().getTime() - event.received_at.getTime() > WAIT_MS
  return (await countEventFailure(deps.db, event.id)) >= FAILURES_MAX
}

async function putAside(deps: Deps, event: EventRow): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await closeEvent(tx, { id: event.id, outcome: 'dead', now })
    await openCase(tx, {
      kind: 'event_failed',
      reference: null,
      transactionId: event.transaction_id,
      details: { eventId: event.id, status: event.event_status },
      now,
    })
  })
  deps.metrics.count('gateway_event_dead')
  deps.log.error({ eventId: event.id }, 'gateway event put aside')
}

/** Queues again what was received over an hour ago and is still open; answers how many. */
export async function sweepEvents(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const stale = await staleEvents(deps.db, { before: addMs(now, -STALE_MS), limit: SWEEP })
  if (stale.length === 0) return 0
  await inTransaction(deps.db, async (tx) => {
    // Wakes a job that gave up; one that is still trying stays the only one.
    for (const id of stale) await enqueueEvent(tx, deps, id)
  })
  return stale.length
}
