import { GatewayError, type GatewayFailure, retryTime } from '#server/modules/bank/gateway/index.ts'
import { openCase } from '#server/modules/bank/ledger/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import {
  closeEvent,
  countEventFailure,
  type EventRow,
  findEvent,
  listStaleEvents,
} from './payments.queries.ts'
import { enqueueEvents } from './receive-event.ts'
import { settleTransaction } from './settle-payment.ts'

/** Maximum attempts at an event that fails because of its own content, before it becomes a case. */
const FAILURES_MAX = 8
/** Time that an event waits while the gateway is unavailable or its API is behind the event. */
const WAIT_MS = 7 * DAY_MS
const STALE_MS = HOUR_MS
const SWEEP = 200

/**
 * Processes a stored event: reads its transaction from the gateway. An event that waits for the
 * gateway is postponed; one that keeps failing by itself is abandoned with a case. Errors:
 * `JobPostponed`, or the cause of the failure, for a later retry.
 */
export async function processEvent(deps: Deps, eventId: string): Promise<void> {
  const event = await findEvent(deps.db, eventId)
  if (!event || event.processed_at) return
  try {
    const { outcome, status } = await settleTransaction(deps, event.transaction_id)
    // The event reports a final status, but the API still reports pending: retry.
    if (status === 'PENDING' && event.event_status !== 'PENDING') throw new GatewayError('behind')
    await closeEvent(deps.db, { id: event.id, outcome, now: deps.clock.now() })
  } catch (error) {
    if (await isPermanentFailure(deps, event, error)) await park(deps, event)
    else if (waitsForGateway(error)) throw postponed(deps, event, error)
    else throw error
  }
}

const WAITING: readonly GatewayFailure[] = ['unreachable', 'resting', 'behind', 'key_refused']

function waitsForGateway(error: unknown): error is GatewayError {
  return error instanceof GatewayError && WAITING.includes(error.reason)
}

async function isPermanentFailure(deps: Deps, event: EventRow, error: unknown): Promise<boolean> {
  if (waitsForGateway(error)) {
    return deps.clock.now().getTime() - event.received_at.getTime() > WAIT_MS
  }
  return (await countEventFailure(deps.db, event.id)) >= FAILURES_MAX
}

/** Postpones an event, longer the older it is, at least until the gateway can be called again. */
function postponed(deps: Deps, event: EventRow, error: GatewayError): JobPostponed {
  const runAt = retryTime(deps.clock.now(), event.received_at, error.retryAt)
  return new JobPostponed(runAt, `gateway ${error.reason}`)
}

async function park(deps: Deps, event: EventRow): Promise<void> {
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
  deps.log.error({ eventId: event.id }, 'gateway event abandoned')
}

/** Queues events again that are open for over an hour; returns their number. */
export async function sweepEvents(deps: Deps): Promise<number> {
  const now = deps.clock.now()
  const stale = await listStaleEvents(deps.db, { before: addMs(now, -STALE_MS), limit: SWEEP })
  if (stale.length === 0) return 0
  await inTransaction(deps.db, async (tx) => {
    // Restarts an abandoned job; an open job with the same key stays unchanged.
    await enqueueEvents(tx, deps, stale)
  })
  return stale.length
}
