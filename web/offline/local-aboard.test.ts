// @vitest-environment happy-dom
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { BoardingPassenger } from '#contract/boarding.ts'
import type { RunSheet } from '#contract/journeys.ts'
import { forgetSession } from '#web/shared/access/auth/forget-session.ts'
import { saveRunSheet } from '#web/shared/journeys/saved-run-sheets.ts'
import type { BoardingPack } from '#web/stored/boarding-store.ts'
import { keepPassenger, withPack, withSheet } from './local-aboard.ts'

// One phone without a network: what either screen learned last, the other one shows.

const [EARLY, LATE] = ['2026-11-20T13:00:00.000Z', '2026-11-20T13:05:00.000Z']
const store = vi.hoisted(() => ({ pack: null as unknown }))
vi.mock('#web/stored/boarding-store.ts', () => ({
  readPack: async () => store.pack,
  savePack: async (pack: unknown) => {
    store.pack = pack
  },
  // The end of a session calls it, at times only when this file is over.
  forgetPacks: async () => {},
}))

const rider = { bookingId: 'b', status: 'confirmed', checkedInAt: null } as BoardingPassenger

const pack = (serverTime: string): BoardingPack =>
  ({
    ...{ tripId: 't', ownerId: 'd', keys: [], clockOffsetMs: 0 },
    manifest: { serverTime, passengers: [rider] },
  }) as unknown as BoardingPack

const sheet = (asOf: string, boarding = 'waiting') =>
  ({
    ...{ tripId: 't', asOf, departsAt: EARLY, startsUntil: LATE },
    stops: [{ name: 'Cali', getsOff: [], getsOn: [{ bookingId: 'b', boarding }] }],
  }) as unknown as RunSheet

const boardingOf = ({ stops }: RunSheet) => stops[0]?.getsOn[0]?.boarding
const statusOf = ({ manifest }: BoardingPack) => manifest.passengers[0]?.status

beforeEach(() => {
  vi.setSystemTime(LATE)
  localStorage.clear()
  localStorage.setItem('auth_user_id', 'd')
  store.pack = null
})
afterAll(() => void vi.useRealTimers())

it('a boarding that the scanner was told of shows in the run sheet without a network', async () => {
  await keepPassenger(pack(EARLY), { ...rider, status: 'checked_in', checkedInAt: LATE }, LATE)
  expect(boardingOf(await withPack(sheet(EARLY), 'd'))).toBe('aboard')
  expect(boardingOf(await withPack(sheet(EARLY), 'somebody else'))).toBe('waiting')
})

it('a boarding that the run sheet knows shows in the list of the scanner', () => {
  saveRunSheet({ ownerId: 'd', sheet: sheet(LATE, 'aboard') }, new Date(LATE))
  expect(statusOf(withSheet(pack(EARLY)))).toBe('checked_in')
})

it('what is older does not overrule what is newer', async () => {
  store.pack = { ...pack(EARLY), manifest: { ...pack(EARLY).manifest } }
  await keepPassenger(pack(EARLY), { ...rider, status: 'checked_in', checkedInAt: EARLY }, EARLY)
  expect(boardingOf(await withPack(sheet(LATE), 'd'))).toBe('waiting')
  saveRunSheet({ ownerId: 'd', sheet: sheet(EARLY, 'aboard') }, new Date(LATE))
  expect(statusOf(withSheet(pack(LATE)))).toBe('confirmed')
})

it('what is answered after the driver signed out is kept on neither list', async () => {
  forgetSession()
  await keepPassenger(pack(EARLY), { ...rider, status: 'checked_in', checkedInAt: LATE }, LATE)
  saveRunSheet({ ownerId: 'd', sheet: sheet(LATE, 'aboard') }, new Date(LATE))
  expect([store.pack, localStorage.length]).toEqual([null, 0])
})
