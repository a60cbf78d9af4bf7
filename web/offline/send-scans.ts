/** Uploads the scans that were made offline. */
import type { ScanResult } from '#contract/boarding.ts'
import { api } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { oneAtATime } from '#web/lib/one-at-a-time.ts'
import {
  dropScan,
  type KeptScan,
  keepScan,
  listScans,
  markPending,
} from '#web/stored/boarding-store.ts'
import { deviceId, deviceName } from './device.ts'

const AT_ONCE = 50
/** Results that are stored until the person has read them; the manifest contains the conflicts. */
const TROUBLE = ['revoked', 'refused']

export type Sent = ScanResult & { tripId: string }

/**
 * Sends the unsent scans, oldest first. Idempotent by `nonce`. Resolves to the server's result of
 * each scan.
 * @throws ApiError when the server cannot be reached: the scans stay for the next attempt
 */
export const sendScans = oneAtATime('cupo-scans', sendAll)

async function sendAll(ownerId: string): Promise<Sent[]> {
  const waiting = (await listScans(ownerId)).filter(({ result }) => result === null)
  const sent: Sent[] = []
  for (const batch of batches(waiting)) sent.push(...(await sendBatch(batch)))
  await markPending()
  return sent
}

/** Groups scans into requests: one per trip and time proof, with at most `AT_ONCE` scans. */
export function batches(scans: readonly KeptScan[]): KeptScan[][] {
  const groups = new Map<string, KeptScan[]>()
  for (const scan of scans) {
    const name = `${scan.tripId} ${scan.timeProof}`
    groups.set(name, [...(groups.get(name) ?? []), scan])
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / AT_ONCE) }, (_, i) =>
      group.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
    ),
  )
}

/** Request of the scans of one batch. */
export function scanBody(batch: readonly KeptScan[]) {
  const scans = batch.map(({ nonce, ticket, code, scannedAt }) => ({
    nonce,
    ...(ticket === undefined ? { code } : { ticket }),
    scannedAt,
    offline: true,
  }))
  return { deviceId: deviceId(), deviceName: deviceName(), timeProof: batch[0]?.timeProof, scans }
}

async function sendBatch(batch: readonly KeptScan[]): Promise<Sent[]> {
  const [first] = batch
  if (!first) return []
  const { tripId } = first
  const body = scanBody(batch)
  try {
    const { results } = await api.boarding.scan({ params: { tripId }, body })
    for (const result of results) {
      const scan = batch.find(({ nonce }) => nonce === result.nonce)
      if (scan && TROUBLE.includes(result.outcome)) await keepScan({ ...scan, result })
      else await dropScan(result.nonce)
    }
    return results.map((result) => ({ ...result, tripId }))
  } catch (error) {
    // The trip no longer belongs to this driver: no retry would be accepted.
    if (!(error instanceof ApiError) || error.code !== 'trip_not_found') throw error
    for (const { nonce } of batch) await dropScan(nonce)
    return []
  }
}
