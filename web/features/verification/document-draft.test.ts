import { describe, expect, it } from 'vitest'
import { draftProblems } from './document-draft.ts'
import { sizeWithin } from './shrink-photo.ts'
import { vehicleBody, vehicleRules } from './vehicle-fields.ts'

const NOW = new Date('2026-11-20T20:00:00Z')

describe('data typed beside a photo of a document', () => {
  const soat = { kind: 'soat', needsExpiry: true } as const
  const identity = { kind: 'identity_front', needsExpiry: false } as const

  it('a SOAT requires its expiry date, an identity document the birth date', () => {
    const empty = { expiresOn: '', birthDate: '' }
    expect(Object.keys(draftProblems(empty, soat, NOW))).toEqual(['expiresOn'])
    expect(Object.keys(draftProblems(empty, identity, NOW))).toEqual(['birthDate'])
  })

  it('a document is valid on its last day', () => {
    const draft = { expiresOn: '2026-11-20', birthDate: '' }
    expect(draftProblems(draft, soat, NOW)).toEqual({})
    expect(draftProblems({ ...draft, expiresOn: '2026-11-19' }, soat, NOW)).toEqual({
      expiresOn: 'El documento ya está vencido.',
    })
  })
})

it('a photo is scaled down to 2000 px on its longer side, never up', () => {
  expect(sizeWithin(4000, 3000)).toEqual({ width: 2000, height: 1500 })
  expect(sizeWithin(800, 600)).toEqual({ width: 800, height: 600 })
})

describe('a vehicle', () => {
  const validate = vehicleRules.plate?.validate as (typed: string) => true | string

  it.each([
    ['abc123', true],
    [' ABC 123 ', true],
    ['ABC-123', true],
    ['AB1234', false],
    ['ABC12D', false],
  ])('the plate %s is valid: %s', (plate, fits) => {
    expect(validate(plate) === true).toBe(fits)
  })

  it('a vehicle is sent with trimmed texts and its plate in capitals without separators', () => {
    const fields = {
      plate: ' abc-123 ',
      brand: ' Kia ',
      model: 'Rio ',
      color: 'Rojo',
      year: '2019',
    }
    expect(vehicleBody({ ...fields, seats: 5 })).toEqual({
      plate: 'ABC123',
      brand: 'Kia',
      model: 'Rio',
      color: 'Rojo',
      year: 2019,
      seats: 5,
    })
  })
})
