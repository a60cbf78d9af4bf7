import { describe, expect, it } from 'vitest'
import { ApiError, networkError } from '#web/lib/api-error.ts'
import { changeUploads, missingOf, refusalsOf, type Upload, type UploadAction } from './uploads.ts'
import type { RequirementView } from './use-documents.ts'

const file = new File(['x'], 'foto.jpg', { type: 'image/jpeg' })
const licence: RequirementView = {
  kind: 'licence',
  vehicleId: null,
  required: true,
  needsExpiry: true,
  state: 'missing',
  expiresOn: null,
  endsSoon: false,
  reason: null,
}

const uploadsAfter = (...actions: UploadAction[]): Upload[] =>
  actions.reduce<Upload[]>((uploads, action) => changeUploads(uploads, action), [])
const two: UploadAction = {
  do: 'add',
  photos: [
    { file, slot: 'licence' },
    { file, slot: '' },
  ],
}
const states = (uploads: Upload[]) => uploads.map(({ state }) => state)

describe('chosen photos and their uploads', () => {
  it('chosen photos keep their ids and order when more are added', () => {
    expect(uploadsAfter(two, two).map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
  })

  it('uploads resume after a lost connection, but wait for the person after a refusal', () => {
    const refusal = new ApiError({ status: 400, code: 'file_unreadable', message: 'No se abre.' })
    const failed = uploadsAfter(
      two,
      { do: 'queue', ids: ['1', '2'] },
      { do: 'start', id: '1' },
      { do: 'fail', id: '1', error: networkError() },
      { do: 'fail', id: '2', error: refusal },
    )
    expect(states(failed)).toEqual(['failed', 'failed'])
    expect(states(changeUploads(failed, { do: 'online' }))).toEqual(['queued', 'failed'])
    const answered = changeUploads(failed, { do: 'answer', id: '2', answers: { slot: 'soat' } })
    expect(answered[1]).toMatchObject({ slot: 'soat', state: 'chosen', error: null })
  })

  it('a photo needs a document, an expiry date, and to be the only photo of its document', () => {
    const [first, second] = uploadsAfter(two) as [Upload, Upload]
    expect(missingOf(second, [first, second], undefined)).toEqual({ slot: 'Di qué documento es.' })
    const dated = { ...first, expiresOn: '2999-01-01' }
    expect(missingOf(dated, [dated, second], licence)).toEqual({})
    const twin = { ...dated, id: '2' }
    expect(missingOf(twin, [dated, twin], licence).slot).toBe('Otra foto ya es de este documento.')
    const sent = { ...dated, state: 'sent' as const }
    expect(missingOf(twin, [sent, twin], licence)).toEqual({})
  })

  it('a refused upload shows its error beside the field that caused it', () => {
    const said = (code: 'document_expired' | 'driver_underage' | 'document_quota') =>
      Object.keys(refusalsOf(new ApiError({ status: 422, code, message: 'No.' })))
    expect(said('document_expired')).toEqual(['expiresOn'])
    expect(said('driver_underage')).toEqual(['birthDate'])
    expect(said('document_quota')).toEqual(['file'])
    expect(refusalsOf(null)).toEqual({})
  })
})
