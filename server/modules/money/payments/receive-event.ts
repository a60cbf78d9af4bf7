import { type VerifiedEvent, verifyEvent } from '#server/modules/bank/gateway/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { groupCommit } from '#server/platform/group-commit.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import { parsedEvent } from '#server/platform/parsed-json.ts'
import { environmentOf } from './payment.ts'
import { insertEvents, type NewEvent } from './payments.queries.ts'

export const EVENT_JOB = 'payments.event'

export type Receipt = 'stored' | 'repeated' | 'other_environment' | 'other_type'

const TRANSACTION_ID = /^[A-Za-z0-9-]{1,64}$/

/** Stores an event and resolves after the commit. Errors: `busy`, and database errors. */
export type Inbox = (event: NewEvent) => Promise<'stored' | 'repeated'>

/** Maximum waiting events, about 3 MB. Above it the gateway gets an error and retries. */
const WAITING_MAX = 2_000
const BATCH_MAX = 128

/**
 * Opens the inbox of this process. Events that arrive during a write share the next transaction, so
 * that 256 parallel connections wait for a few commits, not for 256.
 */
export function openInbox(deps: ReadDeps): Inbox {
  const write = (events: readonly NewEvent[]) => storeEvents(deps, events)
  return groupCommit({ write, batchMax: BATCH_MAX, waitingMax: WAITING_MAX })
}

async function storeEvents(deps: ReadDeps, events: readonly NewEvent[]) {
  const stored = await inTransaction(deps.db, async (tx) => {
    const ids = await insertEvents(tx, events)
    await enqueueEvents(tx, deps, ids)
    return new Set(ids)
  })
  return events.map(({ id }) => (stored.has(id) ? 'stored' : 'repeated'))
}

/**
 * Verifies an event over the bytes as received, stores it once and queues a job for it. Only then a
 * valid event is answered with 200. Errors: `invalid_json`, `bad_signature`, `busy`.
 */
export async function receiveEvent(deps: Deps, inbox: Inbox, raw: Buffer): Promise<Receipt> {
  const event = verified(deps, raw)
  const receipt = await classify(deps, inbox, event, raw)
  deps.metrics.count('gateway_event', { receipt })
  if (receipt === 'other_environment' || receipt === 'other_type') {
    deps.log.warn({ receipt }, 'gateway event left aside')
  }
  return receipt
}

function verified(deps: Deps, raw: Buffer): VerifiedEvent {
  const body = raw.length === 0 ? undefined : parsedEvent(raw)
  const event = verifyEvent(body, deps.secrets.wompi.eventsSecret)
  // A transaction event whose signature covers too little could name any transaction.
  const names = event?.transaction && TRANSACTION_ID.test(event.transaction.id)
  if (event && (event.type !== 'transaction.updated' || names)) return event
  deps.metrics.count('gateway_event_forged')
  deps.log.warn({ bytes: raw.length }, 'gateway event without a valid signature')
  throw new AppError('bad_signature')
}

async function classify(deps: Deps, inbox: Inbox, event: VerifiedEvent, raw: Buffer) {
  const ours = environmentOf(deps.secrets.wompi)
  if (event.environment !== undefined && event.environment !== ours) return 'other_environment'
  const { transaction, checksum } = event
  if (event.type !== 'transaction.updated' || !transaction) return 'other_type'
  return await inbox({
    id: newId(),
    checksum,
    transactionId: transaction.id,
    status: transaction.status,
    raw,
    receivedAt: deps.clock.now(),
  })
}

/** Queues a job for each event, at most one per event. */
export async function enqueueEvents(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  eventIds: readonly string[],
): Promise<void> {
  const jobs = eventIds.map((eventId) => ({
    name: EVENT_JOB,
    payload: { eventId },
    key: `${EVENT_JOB}:${eventId}`,
  }))
  await enqueueAll(tx, clock, jobs)
}
