import { expect, it } from 'vitest'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { unusualIn } from './unusual.ts'

const createdAt = new Date('2026-10-01T12:00:00Z')
const daysAgo = (days: number) => addMs(createdAt, -days * DAY_MS)

const plain = {
  ...{ amountPesos: 100_000, createdAt, holder: 'El*** Ca**', verifiedName: 'Elena Cano Ruiz' },
  ...{ sharedWith: 0, byTeam: false },
  owner: {
    ...{ memberSince: daysAgo(31), accountSince: daysAgo(8), driven: 2, ridden: 0 },
    ...{ devices: 1, newestDeviceAt: daysAgo(1), deviceOthers: 0, largestPaid: 50_000 },
  },
  earlier: [],
}
const earlier = (status: 'paid' | 'failed', days: number) => ({
  ...{ reference: 'CUPO-W-1', amount: 1, reason: null, status, createdAt: daysAgo(days) },
})
const owner = (change: object) => ({ owner: { ...plain.owner, ...change } })

it('finds nothing unusual about a known person who withdraws at most twice as much', () => {
  expect(unusualIn({ ...plain, earlier: [earlier('paid', 2)] })).toEqual([])
})

it.each([
  ['names_differ', { holder: 'Otra Persona' }],
  ['names_differ', { holder: '*** ***' }],
  ['names_differ', { holder: 'Eva*** Ca**' }],
  ['names_differ', { holder: 'E***a Ca***z' }],
  ['names_differ', { holder: 'Elen***ena Ca**' }],
  ['names_differ', { verifiedName: null }],
  ['entered_by_team', { verifiedName: null, byTeam: true }],
  ['account_shared', { sharedWith: 1 }],
  ['account_new', owner({ accountSince: daysAgo(6) })],
  ['device_shared', owner({ deviceOthers: 1 })],
  ['device_new', owner({ devices: 2 })],
  ['person_new', owner({ memberSince: daysAgo(29) })],
  ['no_trips', owner({ driven: 0 })],
  ['none_paid', owner({ largestPaid: 0 })],
  ['larger', { amountPesos: 100_001 }],
  ['last_returned', { earlier: [earlier('failed', 1), earlier('paid', 2)] }],
] as const)('finds the sign %s', (sign, change) => {
  expect(unusualIn({ ...plain, ...change })).toEqual([sign])
})
