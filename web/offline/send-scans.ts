/** Tells the server who was let in without it. */
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { dropScan, type KeptScan, keepScan, listScans, nothingPending } from './boarding-store.ts'
import { deviceId, deviceName } from './device.ts'

const AT_ONCE = 50
/** What the person must hear of; the rest was as the phone had said. */
const TROUBLE = ['conflict', 'revoked', 'refused']

let sending: Promise<void> | null = null

/**
 * Sends what waits, the oldest first; what was sent twice counts once. One sending at a time in
 * this page and among its tabs.
 * @throws ApiError when the server cannot be reached: everything waits for the next time
 */
export function sendScans(ownerId: string): Promise<void> {
  sending ??= withLock(() => sendAll(ownerId)).finally(() => {
    sending = null
  })
  return sending
}

function withLock(fn: () => Promise<void>): Promise<void> {
  const locks: LockManager | undefined = navigator.locks
  return locks ? locks.request('cupo-scans', fn) : fn()
}

async function sendAll(ownerId: string): Promise<void> {
  const waiting = (await listScans(ownerId)).filter(({ result }) => result === null)
  for (const batch of batches(waiting)) await sendBatch(batch)
  if (waiting.length > 0) nothingPending()
}

/** Scans of one trip, made under one signed time. */
export function batches(scans: readonly KeptScan[]): KeptScan[][] {
  const groups = Map.groupBy(scans, ({ tripId, timeProof }) => `${tripId} ${timeProof}`)
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / AT_ONCE) }, (_, i) =>
      group.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
    ),
  )
}

async function sendBatch(batch: readonly KeptScan[]): Promise<void> {
  const [first] = batch
  if (!first) return
  const { tripId, timeProof } = first
  const scans = batch.map(({ nonce, ticket, code, scannedAt }) => ({
    nonce,
    ...(ticket === undefined ? { code } : { ticket }),
    scannedAt,
    offline: true,
  }))
  const body = { deviceId: deviceId(), deviceName: deviceName(), timeProof, scans }
  try {
    const { results } = await api.boarding.scan({ params: { tripId }, body })
    for (const result of results) {
      const scan = batch.find(({ nonce }) => nonce === result.nonce)
      if (scan && TROUBLE.includes(result.outcome)) await keepScan({ ...scan, result })
      else await dropScan(result.nonce)
    }
  } catch (error) {
    // The trip is no longer theirs: nothing of it will ever be accepted.
    if (!(error instanceof ApiError) || error.code !== 'trip_not_found') throw error
    for (const { nonce } of batch) await dropScan(nonce)
  }
}
