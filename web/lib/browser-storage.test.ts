import { expect, it } from 'vitest'
import { keptText } from './browser-storage.ts'

it('keeps no address of a photo on the device, however deep it stands', () => {
  const photoUrl = '/api/users/ana/photo?v=1'
  const sheet = { stops: [{ getsOn: [{ name: 'Ana R.', photoUrl }] }], driver: { photoUrl } }
  expect(JSON.parse(keptText(sheet))).toEqual({
    stops: [{ getsOn: [{ name: 'Ana R.', photoUrl: null }] }],
    driver: { photoUrl: null },
  })
})
