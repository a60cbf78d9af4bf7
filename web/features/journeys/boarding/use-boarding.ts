import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#web/lib/api.ts'
import { hasCode, isUnanswered, networkError } from '#web/lib/api-error.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useRead } from '#web/lib/use-read.ts'
import { withSheet } from '#web/offline/local-aboard.ts'
import { rememberedAccount } from '#web/shared/access/auth/account-memory.ts'
import {
  type BoardingPack,
  dropPack,
  dropScan,
  readPack,
  savePack,
} from '#web/stored/boarding-store.ts'
import { useKeptScans } from '../use-run-sheet.ts'

const REFRESH_MS = 15_000
const TIMEOUT_MS = 8_000

type Known = { pack: BoardingPack; fresh: boolean }

/** Downloads the manifest; if the server is unreachable, reads the stored one. */
async function readBoarding(tripId: string, ownerId: string): Promise<Known> {
  try {
    if (!navigator.onLine) throw networkError()
    const pack = await download(tripId, ownerId)
    // If storage is full or blocked, the manifest is only in memory. After a sign-out it is not
    // stored.
    if (ownerId === rememberedAccount()) await savePack(pack).catch(() => undefined)
    return { pack, fresh: true }
  } catch (error) {
    if (!isUnanswered(error)) {
      if (hasCode(error, 'trip_not_found')) await dropPack(tripId)
      throw error
    }
    const kept = await readPack(tripId).catch(() => null)
    if (kept?.ownerId !== ownerId) throw error
    return { pack: withSheet(kept), fresh: false }
  }
}

async function download(tripId: string, ownerId: string): Promise<BoardingPack> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const [manifest, { keys }] = await Promise.all([
    api.boarding.manifest({ params: { tripId }, signal }),
    api.boarding.keys({ signal }),
  ])
  const clockOffsetMs = Date.parse(manifest.serverTime) - deviceNow()
  return { tripId, ownerId, manifest, keys, clockOffsetMs }
}

/** The trip's passengers and this phone's offline scans; sends those when online. */
export function useBoarding(tripId: string, ownerId: string) {
  const client = useQueryClient()
  const boarding = useRead(
    queryKeys.boarding(tripId, ownerId),
    () => readBoarding(tripId, ownerId),
    { networkMode: 'always', refetchOnReconnect: true, refetchInterval: REFRESH_MS },
  )
  const scans = useKeptScans(tripId, ownerId)
  const waiting = (scans.data ?? []).filter(({ result }) => result === null)
  const reachable = boarding.data?.fresh === true
  const { dataUpdatedAt } = boarding
  const count = waiting.length
  useEffect(() => {
    if (!reachable || count === 0 || dataUpdatedAt === 0) return
    const again = () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.keptScans(tripId, ownerId) }),
        client.invalidateQueries({ queryKey: queryKeys.boarding(tripId, ownerId) }),
        client.invalidateQueries({ queryKey: queryKeys.runSheet(tripId, ownerId) }),
      ])
    // If sending fails, the next refetch retries it.
    const send = async () => (await import('#web/offline/send-scans.ts')).sendScans(ownerId)
    send().then(again, () => undefined)
  }, [reachable, count, dataUpdatedAt, client, tripId, ownerId])
  return {
    ...boarding,
    pack: boarding.data?.pack ?? null,
    fresh: reachable,
    waiting,
    trouble: (scans.data ?? []).filter(({ result }) => result !== null),
    dismiss: async (nonce: string) => {
      await dropScan(nonce)
      await client.invalidateQueries({ queryKey: queryKeys.keptScans(tripId, ownerId) })
    },
  }
}

/** The stored manifest, for when the session cannot be checked. */
export function useKeptPack(tripId: string, enabled: boolean) {
  return useRead(queryKeys.keptPack(tripId), () => readPack(tripId), {
    networkMode: 'always',
    enabled,
    retry: false,
  })
}
