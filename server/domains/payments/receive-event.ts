import {
  transactionStatuses,
  type VerifiedEvent,
  verifyEvent,
} from '#server/domains/gateway/gateway.public.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { environmentOf } from './payment.ts'
import { insertEvent } from './payments.queries.ts'

export const EVENT_JOB = 'payments.event'

export type Receipt = 'stored' | 'repeated' | 'other_environment' | 'other_type'

const TRANSACTION_ID = /^[A-Za-z0-9-]{1,64}$/

/**
 * Checks an event over the bytes as received, keeps it once and leaves the work to a job. The
 * gateway is answered 200 for everything that it signed.
 * Errors: `invalid_json`, `bad_signature`.
 */
export async function receiveEvent(deps: Deps, raw: Buffer): Promise<Receipt> {
  const event = verified(deps, raw)
  const receipt = await classify(deps, event, raw)
  deps.metrics.count('gateway_event', { receipt })
  if (receipt === 'other_environment' || receipt === 'other_type') {
    deps.log.warn({ receipt }, 'gateway event left aside')
  }
  return receipt
}

function verified(deps: Deps, raw: Buffer): VerifiedEvent {
  const event = verifyEvent(parseJson(raw), deps.secrets.wompi.eventsSecret)
  // A transaction event whose signature covers too little could name any transaction.
  if (event && (event.type !== 'transaction.updated' || isUsable(event))) return event
  deps.metrics.count('gateway_event_forged')
  deps.log.warn({ bytes: raw.length }, 'gateway event without a valid signature')
  throw new AppError('bad_signature')
}

function isUsable({ transaction }: VerifiedEvent): boolean {
  if (!transaction) return false
  const statuses: readonly string[] = transactionStatuses
  return TRANSACTION_ID.test(transaction.id) && statuses.includes(transaction.status)
}

function parseJson(raw: Buffer): unknown {
  if (raw.length === 0) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    throw new AppError('invalid_json')
  }
}

async function classify(deps: Deps, event: VerifiedEvent, raw: Buffer): Promise<Receipt> {
  const ours = environmentOf(deps.secrets.wompi)
  if (event.environment !== undefined && event.environment !== ours) return 'other_environment'
  const { transaction, checksum } = event
  if (event.type !== 'transaction.updated' || !transaction) return 'other_type'
  return await inTransaction(deps.db, async (tx) => {
    const id = await insertEvent(tx, {
      checksum,
      transactionId: transaction.id,
      status: transaction.status,
      raw,
      now: deps.clock.now(),
    })
    if (id === undefined) return 'repeated'
    await enqueueEvent(tx, deps, id)
    return 'stored'
  })
}

/** Puts an event in the queue, where it is once at most. */
export async function enqueueEvent(tx: Tx, deps: Deps, eventId: string) {
  await enqueue(tx, deps.clock, {
    name: EVENT_JOB,
    payload: { eventId },
    key: `${EVENT_JOB}:${eventId}`,
  })
}
