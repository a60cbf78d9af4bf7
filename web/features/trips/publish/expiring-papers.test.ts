import { describe, expect, it } from 'vitest'
import { papersEndingBefore } from './expiring-papers.tsx'

const paper = (changes: object) => ({
  kind: 'soat' as const,
  vehicleId: 'v1' as string | null,
  state: 'approved' as const,
  expiresOn: '2026-11-27' as string | null,
  ...changes,
})

describe('documents that expire before the trip', () => {
  it('a document counts as expiring before the trip only if its last day is before it', () => {
    expect(papersEndingBefore([paper({})], 'v1', '2026-11-27')).toEqual([])
    expect(papersEndingBefore([paper({})], 'v1', '2026-11-28')).toEqual([
      { name: 'El SOAT de este carro', expiresOn: '2026-11-27' },
    ])
  })

  it('only approved documents with an expiry, of the driver or of this car, are checked', () => {
    const others = [
      paper({ vehicleId: 'v2' }),
      paper({ state: 'pending' }),
      paper({ expiresOn: null }),
      paper({ kind: 'vehicle_photo' }),
    ]
    expect(papersEndingBefore(others, 'v1', '2026-12-31')).toEqual([])
    const licence = paper({ kind: 'licence', vehicleId: null })
    expect(papersEndingBefore([licence], 'v1', '2026-12-31')).toHaveLength(1)
  })
})
