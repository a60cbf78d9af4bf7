import { expect, it } from 'vitest'
import { photoVersionOf, versionOf } from './comparisons.ts'

const item = {
  document: { id: 'd1', kind: 'soat', expiresOn: '2027-01-01', birthDate: null },
  ...{ expired: false, signals: [] },
  owner: {
    ...{ id: 'u1', name: 'Marta Ruiz', identificationType: 'CC', identificationTail: '5002' },
    ...{ birthDate: '1990-05-17', numberChanges: 0, nameChanges: 0, sameNumber: [] },
  },
  vehicle: { plate: 'KLM482', brand: 'Kia', model: 'Rio', color: 'Rojo', year: 2024 },
  compareWith: [{ documentId: 'd2', relation: 'same_car' }],
}
const version = (change: object = {}) => versionOf({ ...item, ...change } as never)
const owner = (change: object) => ({ owner: { ...item.owner, ...change } })
const vehicle = (change: object) => ({ vehicle: { ...item.vehicle, ...change } })

it.each([
  ['the name', owner({ name: 'Marta Ruis' })],
  ['the name, and back', owner({ nameChanges: 2 })],
  ['the type of the number', owner({ identificationType: 'CE' })],
  ['the number, with the same last digits', owner({ numberChanges: 1 })],
  ['the birth date', owner({ birthDate: '1990-05-18' })],
  ['the photo', { document: { ...item.document, id: 'd3' } }],
  ['the kind', { document: { ...item.document, kind: 'rtm' } }],
  ['the last day', { document: { ...item.document, expiresOn: '2028-01-01' } }],
  ['the plate', vehicle({ plate: 'KLM483' })],
  ['the colour', vehicle({ color: 'Azul' })],
  ['a photo beside it', { compareWith: [{ documentId: 'd4', relation: 'same_car' }] }],
  ['the number of photos beside it', { compareWith: [] }],
])('changes the version of a document with %s', (_, change) => {
  expect(version(change)).not.toBe(version())
})

it('keeps the version when nothing that is compared changes', () => {
  const again = { ...owner({ sameNumber: [{ id: 'u2' }] }), signals: ['number_shared'] }
  expect(version(again)).toBe(version())
})

it('changes the version of a profile photo with each photo beside it', () => {
  const photo = { url: '/p', version: '1', person: { id: 'u1', name: 'Marta Ruiz' } }
  const of = (ids: string[]) => {
    const compareWith = ids.map((documentId) => ({ documentId, relation: 'selfie' }))
    return photoVersionOf({ ...photo, compareWith } as never)
  }
  expect(new Set([of([]), of(['s1']), of(['s2'])]).size).toBe(3)
})
