import {
  PayoutError,
  payoutPort,
  verifyPayoutEvent,
} from '#server/domains/payouts/payouts.public.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { JobPostponed } from '#server/platform/jobs/lanes.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import {
  closePayoutEvent,
  countPayoutEventFailure,
  type EventRow,
  findPayoutEvent,
  insertPayoutEvent,
} from './payouts.queries.ts'
import { settlePayout } from './settle-payout.ts'

export const PAYOUT_EVENT_JOB = 'withdrawals.payout-event'

/** How long an event may wait for the gateway; the lookup of the job goes on afterwards. */
const WAIT_MS = 2 * DAY_MS
const FAILURES_MAX = 8
const FINAL = ['APPROVED', 'FAILED', 'REJECTED', 'CANCELLED']

/**
 * Checks an event over the bytes as received and stores it once, with a job that works on it.
 * Errors: `invalid_json`, `bad_signature`, `not_found` where the gateway does not pay.
 */
export async function receivePayoutEvent(
  deps: Deps,
  raw: Buffer,
): Promise<'stored' | 'repeated' | 'other_type'> {
  const { payouts } = deps.secrets
  if (!payouts) throw new AppError('not_found')
  const event = verifyPayoutEvent(parseJson(raw), payouts.eventsSecret)
  if (!event || (event.type === 'transaction.updated' && !event.transaction)) {
    deps.metrics.count('payout_event_forged')
    throw new AppError('bad_signature')
  }
  const { transaction, checksum } = event
  // Of a batch as a whole: each of its transactions says more.
  if (event.type !== 'transaction.updated' || !transaction) return 'other_type'
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

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    throw new AppError('invalid_json')
  }
}

/**
 * Works on a stored event: its ids say what to ask for, and the answer decides. One that fails by
 * itself is closed after some tries; the regular lookup still finds what became of the payout.
 */
export async function processPayoutEvent(deps: Deps, eventId: string): Promise<void> {
  const event = await findPayoutEvent(deps.db, eventId)
  const port = payoutPort(deps)
  if (!event || event.processedAt || !port) return
  const { payoutId, transactionId } = event
  try {
    const paid = await port.read({ payoutId, transactionId })
    if (paid?.status === 'pending' && FINAL.includes(event.status)) throw later(deps, event)
    const outcome = paid ? await settlePayout(deps, paid) : 'missing'
    await closePayoutEvent(deps.db, { id: event.id, outcome, now: deps.clock.now() })
  } catch (error) {
    if (!(await isHopeless(deps, event, error))) {
      throw error instanceof PayoutError ? later(deps, event, error.retryAt) : error
    }
    deps.log.error({ eventId }, 'payout event abandoned')
    await closePayoutEvent(deps.db, { id: event.id, outcome: 'dead', now: deps.clock.now() })
  }
}

async function isHopeless(deps: Deps, event: EventRow, error: unknown): Promise<boolean> {
  const age = deps.clock.now().getTime() - event.receivedAt.getTime()
  if (error instanceof PayoutError || error instanceof JobPostponed) return age > WAIT_MS
  return (await countPayoutEventFailure(deps.db, event.id)) >= FAILURES_MAX
}

/** The gateway is behind its own event, or does not answer. */
function later(deps: Deps, event: EventRow, retryAt?: Date): JobPostponed {
  const now = deps.clock.now()
  const age = now.getTime() - event.receivedAt.getTime()
  const ripe = addMs(now, Math.min(10 * MINUTE_MS, Math.max(2_000, age / 4)))
  return new JobPostponed(retryAt && retryAt > ripe ? retryAt : ripe, 'waits for the gateway')
}
