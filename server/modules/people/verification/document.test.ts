import { describe, expect, it } from 'vitest'
import { type Document, isValidOn, requirementsOf } from './document.ts'
import { needsRtm } from './vehicle.ts'

describe('technical inspection', () => {
  it('requires the technical inspection from the fifth year after the model year', () => {
    expect(needsRtm(2022, '2026-12-31')).toBe(false)
    expect(needsRtm(2022, '2027-01-01')).toBe(true)
    expect(needsRtm(2010, '2026-11-20')).toBe(true)
  })
})

describe('documents required of a driver', () => {
  const TODAY = '2026-11-20'
  const licence = (over: Partial<Document>): Document => ({
    id: 'd',
    ownerId: 'o',
    vehicleId: null,
    kind: 'licence',
    status: 'approved',
    expiresOn: '2027-01-01',
    birthDate: null,
    storageKey: 'k',
    createdAt: new Date('2026-01-01T00:00:00Z'),
    reason: null,
    sharpness: null,
    brightness: null,
    paper: null,
    policy: null,
    fileDeletedAt: null,
    ...over,
  })
  const stateOf = (...documents: Document[]) =>
    requirementsOf(documents, [], TODAY).find(({ kind }) => kind === 'licence')?.state

  it('counts a document as valid on its last day', () => {
    expect(isValidOn({ expiresOn: TODAY }, TODAY)).toBe(true)
    expect(isValidOn({ expiresOn: '2026-11-19' }, TODAY)).toBe(false)
  })

  it('marks a document as ending soon from 30 days before, unless a new one is pending', () => {
    const endsSoon = (...documents: Document[]) =>
      requirementsOf(documents, [], TODAY).find(({ kind }) => kind === 'licence')?.endsSoon
    expect(endsSoon(licence({ expiresOn: '2026-12-20' }))).toBe(true)
    expect(endsSoon(licence({ expiresOn: '2026-12-21' }))).toBe(false)
    expect(endsSoon(licence({ expiresOn: '2026-11-19' }))).toBe(false)
    const next = licence({ status: 'pending', expiresOn: '2029-11-20' })
    expect(endsSoon(licence({ expiresOn: '2026-12-01' }), next)).toBe(false)
  })

  it('derives the state of a required document from all uploads', () => {
    const old = licence({ expiresOn: '2026-11-19' })
    const later = { createdAt: new Date('2026-10-01T00:00:00Z') }
    expect(stateOf()).toBe('missing')
    expect(stateOf(licence({ status: 'pending' }))).toBe('pending')
    expect(stateOf(licence({}))).toBe('approved')
    expect(stateOf(licence({}), licence({ ...later, status: 'rejected' }))).toBe('approved')
    expect(stateOf(old)).toBe('expired')
    expect(stateOf(old, licence({ ...later, status: 'pending' }))).toBe('pending')
    expect(stateOf(old, licence({ ...later, status: 'rejected' }))).toBe('rejected')
    expect(stateOf(licence({ status: 'rejected' }), { ...old, ...later })).toBe('expired')
  })
})
