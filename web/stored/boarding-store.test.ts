// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import type { RunSheet } from '#contract/journeys.ts'
import { savedRunSheets, saveRunSheet } from '#web/shared/journeys/saved-run-sheets.ts'
import { type BoardingPack, readPack, savePack } from './boarding-store.ts'

const HOUR_MS = 3_600_000
const departsAt = '2026-12-04T10:00:00.000Z'
const validUntil = '2026-12-04T14:00:00.000Z'
const ends = Date.parse(validUntil)
const rows = new Map<string, BoardingPack>()

/** IndexedDB with one store, whose requests succeed at once. */
function openStore() {
  const objects = {
    getAll: () => ({ result: [...rows.values()] }),
    get: (key: string) => ({ result: rows.get(key) }),
    put: (value: BoardingPack) => ({ result: rows.set(value.tripId, value) }),
    delete: (key: string) => ({ result: rows.delete(key) }),
  }
  const transaction = () => {
    const made = { objectStore: () => objects, oncomplete: () => undefined }
    queueMicrotask(() => made.oncomplete())
    return made
  }
  const request = { result: { transaction }, onsuccess: () => undefined }
  queueMicrotask(() => request.onsuccess())
  return request
}

const packOf = (tripId: string, over: object = {}, clockOffsetMs = 0) => ({
  ...{ tripId, ownerId: 'ana', keys: [], clockOffsetMs },
  manifest: { tripId, serverTime: departsAt, departsAt, passengers: [{ validUntil }], ...over },
})
const save = (pack: object, now: number) => savePack(pack as BoardingPack, now)

beforeEach(() => {
  rows.clear()
  vi.stubGlobal('indexedDB', { open: openStore })
})

it('deletes a passenger list 48 hours after its last ticket when another is stored', async () => {
  await save(packOf('old'), ends)
  const [later, last] = [ends + 48 * HOUR_MS - 1, ends + 48 * HOUR_MS]
  const departs = new Date(last).toISOString()
  const next = packOf('next', { departsAt: departs, passengers: [] })
  await save(next, later)
  expect([...rows.keys()]).toEqual(['old', 'next'])
  await save(next, last)
  expect([...rows.keys()]).toEqual(['next'])
})

it('does not store the passenger list of a trip that is over', async () => {
  await save(packOf('old'), ends + 48 * HOUR_MS)
  expect(await readPack('old')).toBeNull()
})

it('keeps lists and run sheets of today on a phone whose clock is a week ahead', async () => {
  const ahead = 7 * 24 * HOUR_MS
  const deviceNow = Date.parse(departsAt) + ahead
  await save(packOf('t', {}, -ahead), deviceNow)
  expect(await readPack('t')).not.toBeNull()
  localStorage.setItem('auth_user_id', 'ana')
  const stops = [{ name: 'Ibague', getsOn: [], getsOff: [] }]
  const sheet = { tripId: 't', departsAt, asOf: departsAt, startsUntil: validUntil, stops }
  saveRunSheet({ ownerId: 'ana', sheet: sheet as unknown as RunSheet }, new Date(deviceNow))
  expect(savedRunSheets('ana', new Date(deviceNow))).toHaveLength(1)
  localStorage.clear()
})

it('deletes a passenger list with the run sheet of its trip', async () => {
  await save(packOf('t'), ends)
  const stops = [{ name: 'Ibague', getsOn: [], getsOff: [] }]
  const sheet = { tripId: 't', departsAt, asOf: departsAt, startsUntil: validUntil, stops }
  localStorage.setItem('run-sheet:t', JSON.stringify({ ownerId: 'ana', sheet }))
  expect(savedRunSheets('ana', new Date(ends + HOUR_MS))).toHaveLength(1)
  expect(savedRunSheets('ana', new Date(ends + 49 * HOUR_MS))).toEqual([])
  await vi.waitFor(() => expect([...rows.keys()]).toEqual([]))
})
