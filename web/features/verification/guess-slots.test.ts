import { expect, it } from 'vitest'
import type { DocumentKind } from '#contract/verification.ts'
import { type ChosenFile, guessSlots } from './guess-slots.ts'
import type { RequirementView } from './use-documents.ts'

const CAR = '0190a000-0000-7000-8000-000000000001'
const row = (kind: DocumentKind, over: Partial<RequirementView> = {}): RequirementView => ({
  ...{ kind, vehicleId: null, required: true, needsExpiry: false, state: 'missing' },
  ...{ expiresOn: null, endsSoon: false, reason: null, ...over },
})
const ofCar = (kind: DocumentKind, over: Partial<RequirementView> = {}) =>
  row(kind, { vehicleId: CAR, ...over })
const all = [
  ...[row('identity_front'), row('identity_back'), row('licence')],
  row('selfie', { required: false }),
  ...[ofCar('property_card'), ofCar('soat'), ofCar('rtm'), ofCar('vehicle_photo')],
]
const photo: ChosenFile = { isPdf: false, kind: null }
const pdf = (kind: DocumentKind | null = null): ChosenFile => ({ isPdf: true, kind })
const of = (kind: DocumentKind) => `${kind}:${CAR}`

it('gives photos the missing documents in the order of the list, without the selfie', () => {
  expect(guessSlots([photo, photo, photo, photo], all, [])).toEqual([
    ...['identity_front', 'identity_back', 'licence'],
    of('property_card'),
  ])
})

it('gives a PDF the document that its text names, wherever it stands among the files', () => {
  const files = [photo, pdf('rtm'), photo, pdf('soat'), photo]
  expect(guessSlots(files, all, ['licence'])).toEqual([
    ...['identity_front', of('rtm'), 'identity_back'],
    ...[of('soat'), of('property_card')],
  ])
})

it('gives two PDFs of an identity document its two sides', () => {
  const both = [pdf('identity_front'), pdf('identity_front')]
  expect(guessSlots(both, all, [])).toEqual(['identity_front', 'identity_back'])
})

it('gives a scanned PDF the next paper, never a photo of the car', () => {
  const taken = all.slice(0, 6).map(({ kind, vehicleId }) => (vehicleId ? of(kind) : kind))
  expect(guessSlots([pdf(), pdf(), photo], all, taken)).toEqual([
    ...[of('rtm'), '', of('vehicle_photo')],
  ])
})

it('gives a PDF the document that it renews, and a photo nothing once all was sent', () => {
  const settled = [row('licence', { state: 'pending' }), ofCar('soat', { state: 'approved' })]
  expect(guessSlots([pdf('soat'), photo], settled, [])).toEqual([of('soat'), ''])
})
