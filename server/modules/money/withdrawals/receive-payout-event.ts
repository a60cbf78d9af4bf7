import { retryTime } from '#server/modules/bank/gateway/index.ts'
import {
  isFinal,
  PayoutError,
  type PayoutPort,
  payoutPort,
  verifyPayoutEvent,
} from '#server/modules/bank/payouts/index.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { parsedEvent } from '#server/platform/parsed-json.ts'
import { lookUp } from './look-up-payout.ts'
import {
  closePayoutEvent,
  countPayoutEventFailure,
  type EventRow,
  findPayoutEvent,
  hastenCheck,
  insertPayoutEvent,
} from './payouts.queries.ts'
import { findIdByPayout, findSending } from './sendings.queries.ts'
import { settleBatch, settlePayout } from './settle-payout.ts'
import { findWithdrawal } from './withdrawals.queries.ts'

export const PAYOUT_EVENT_JOB = 'withdrawals.payout-event'

/** Time that an event waits for the gateway; after it, only the regular lookup continues. */
const WAIT_MS = 2 * DAY_MS
const FAILURES_MAX = 8

/**
 * Verifies an event over the bytes as received and stores it once, with its job. Errors:
 * `invalid_json`, `bad_signature`, `not_found` when payouts by the gateway are off.
 */
export async function receivePayoutEvent(
  deps: Deps,
  raw: Buffer,
): Promise<'stored' | 'repeated' | 'other_type'> {
  const { payouts } = deps.secrets
  if (!payouts) throw new AppError('not_found')
  const event = verifyPayoutEvent(parsedEvent(raw), payouts.eventsSecret)
  if (!event || (event.type === 'transaction.updated' && !event.transaction)) {
    deps.metrics.count('payout_event_forged')
    throw new AppError('bad_signature')
  }
  const { transaction, checksum } = event
  if (event.type !== 'transaction.updated' || !transaction) {
    // The event is about a whole batch: the next run of the job reads the state of the batch.
    const { batch } = event
    if (batch) await hastenCheck(deps.db, { payoutId: batch.payoutId, now: deps.clock.now() })
    return 'other_type'
  }
  const { id: transactionId, payoutId, status } = transaction
  const id = newId()
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const stored = { id, checksum, transactionId, payoutId, status, raw, now }
    if (!(await insertPayoutEvent(tx, stored))) return 'repeated'
    const payload = { eventId: id }
    const key = `${PAYOUT_EVENT_JOB}:${id}`
    await enqueue(tx, deps.clock, { name: PAYOUT_EVENT_JOB, payload, key })
    return 'stored'
  })
}

/**
 * Processes a stored event: reads the payout that it names from the gateway. An event that keeps
 * failing by itself is closed; the regular lookup still reads the payout.
 */
export async function processPayoutEvent(deps: Deps, eventId: string): Promise<void> {
  const event = await findPayoutEvent(deps.db, eventId)
  const port = payoutPort(deps)
  if (!event || event.processedAt || !port) return
  try {
    const outcome = await applyNews(deps, port, event)
    await closePayoutEvent(deps.db, { id: event.id, outcome, now: deps.clock.now() })
  } catch (error) {
    if (!(await isPermanentFailure(deps, event, error))) {
      throw error instanceof PayoutError ? later(deps, event, error.retryAt) : error
    }
    deps.log.error({ eventId }, 'payout event abandoned')
    await closePayoutEvent(deps.db, { id: event.id, outcome: 'dead', now: deps.clock.now() })
  }
}

/** Reads the batch of a known withdrawal, or the transaction of an unknown one. */
async function applyNews(deps: Deps, port: PayoutPort, event: EventRow) {
  const { payoutId, transactionId } = event
  const id = await findIdByPayout(deps.db, payoutId)
  const row = id === undefined ? undefined : await findWithdrawal(deps.db, id)
  const batch = row && (await lookUp(port, row, await findSending(deps.db, row.id)))
  const ofBatch = batch?.transactions.find((each) => each.transactionId === transactionId)
  const paid = ofBatch ?? (await port.read({ payoutId, transactionId }))
  if (paid?.status === 'pending' && isFinal(event.status)) throw later(deps, event)
  if (row && batch && ofBatch) return await settleBatch(deps, row.id, batch)
  return paid ? await settlePayout(deps, paid) : 'missing'
}

async function isPermanentFailure(deps: Deps, event: EventRow, error: unknown): Promise<boolean> {
  const age = deps.clock.now().getTime() - event.receivedAt.getTime()
  if (error instanceof PayoutError || error instanceof JobPostponed) return age > WAIT_MS
  return (await countPayoutEventFailure(deps.db, event.id)) >= FAILURES_MAX
}

/** Postpones an event, because the gateway's API is behind the event or does not answer. */
function later(deps: Deps, event: EventRow, retryAt?: Date): JobPostponed {
  const runAt = retryTime(deps.clock.now(), event.receivedAt, retryAt)
  return new JobPostponed(runAt, 'waits for the gateway')
}
