/** IndexedDB store for offline boarding: downloaded manifests and unsent scans. */

import type { BoardingManifest, ScanResult } from '#contract/boarding.ts'
import { deviceNow } from '#web/lib/clock.ts'
import { correctedTime } from '#web/lib/corrected-time.ts'
import { localDatabase } from '#web/lib/local-database.ts'
import { areTexts } from '#web/lib/stored-json.ts'
import { keepPendingMark } from './pending-mark.ts'
import { listWaiting } from './unread.ts'

export type TicketKeys = readonly { id: string; publicKey: string }[]

/** Last downloaded state of a trip. */
export type BoardingPack = {
  tripId: string
  ownerId: string
  manifest: BoardingManifest
  keys: TicketKeys
  /** Server time of the last answer about a passenger, after the manifest. */
  knownAt?: string
  /** Server time minus phone time, milliseconds. */
  clockOffsetMs: number
}

/** A passenger who was checked in without an answer of the server. */
export type KeptScan = {
  nonce: string
  tripId: string
  ownerId: string
  bookingId: string
  name: string
  ticket?: string
  code?: string
  /** Time of the scan: the phone's time corrected by `clockOffsetMs`. */
  scannedAt: string
  timeProof: string
  /** The server's result, stored if the driver must see it; null until the scan is sent. */
  result: ScanResult | null
}

const database = localDatabase('cupo-boarding', { packs: 'tripId', scans: 'nonce' })
const { run, put } = database

/** Time in ms that a passenger list stays after its last ticket, as a run sheet after its trip. */
export const KEPT_MS = 48 * 3_600_000

function isOver(pack: BoardingPack, at: number): boolean {
  if (!isPack(pack)) return true
  const { departsAt, passengers } = pack.manifest
  const ends = [departsAt, ...passengers.map(({ validUntil }) => validUntil)].map(Date.parse)
  return !(Math.max(...ends) + KEPT_MS > at)
}

/** Stores a list and deletes those of trips that are over: they name passengers. */
export async function savePack(pack: BoardingPack, now = deviceNow()): Promise<void> {
  const { clockOffsetMs, manifest } = pack
  const at = correctedTime({ clockOffsetMs, serverTime: manifest.serverTime }, now).getTime()
  const kept = await run<BoardingPack[]>('packs', 'readonly', (it) => it.getAll()).catch(() => [])
  for (const each of kept) if (isOver(each, at)) await dropPack(each.tripId).catch(() => undefined)
  if (!isOver(pack, at)) await put('packs', pack)
}

export async function readPack(tripId: string): Promise<BoardingPack | null> {
  const pack = await run<BoardingPack | undefined>('packs', 'readonly', (it) => it.get(tripId))
  return pack && isPack(pack) ? pack : null
}

const isPack = ({ ownerId, manifest, keys, clockOffsetMs }: BoardingPack): boolean =>
  areTexts(ownerId, manifest?.tripId, manifest?.serverTime) &&
  Array.isArray(manifest.passengers) &&
  Array.isArray(keys) &&
  Number.isFinite(clockOffsetMs)

export async function dropPack(tripId: string): Promise<void> {
  await run('packs', 'readwrite', (packs) => packs.delete(tripId))
}

/** Inserts a scan, or replaces it by `nonce`. Called again with the server's result. */
export async function keepScan(scan: KeptScan): Promise<void> {
  await put('scans', scan)
  if (scan.result === null) keepPendingMark(true)
}

export async function dropScan(nonce: string): Promise<void> {
  await run('scans', 'readwrite', (scans) => scans.delete(nonce))
}

/** Returns the scans of one driver, in the order in which they were made. */
export async function listScans(ownerId: string, tripId?: string): Promise<KeptScan[]> {
  return (await listWaiting(database, 'scans', isScan))
    .filter((scan) => scan.ownerId === ownerId)
    .filter((scan) => tripId === undefined || scan.tripId === tripId)
    .sort((a, b) => a.scannedAt.localeCompare(b.scannedAt))
}

const isScan = ({ nonce, tripId, ownerId, name, ticket, code, ...scan }: KeptScan): boolean =>
  areTexts(nonce, tripId, ownerId, name, ticket ?? code, scan.scannedAt, scan.timeProof) &&
  typeof scan.bookingId === 'string' &&
  (scan.result === null || areTexts(scan.result?.outcome))

/** Call after an upload: clears the pending flag unless scans of any driver are still unsent. */
export async function markPending(): Promise<void> {
  const all = await run<KeptScan[]>('scans', 'readonly', (scans) => scans.getAll())
  keepPendingMark(all.some(({ result }) => !result))
}

/** Deletes the passenger lists on sign-out. Unsent scans stay until their driver signs in again. */
export async function forgetPacks(): Promise<number> {
  const count = await run('packs', 'readonly', (packs) => packs.count())
  await run('packs', 'readwrite', (packs) => packs.clear())
  return count
}
