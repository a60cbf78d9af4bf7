import { expect, it } from 'vitest'
import { keptText } from './browser-storage.ts'

it('removes photo URLs at any depth from an answer that is stored on the device', () => {
  const photoUrl = '/api/users/ana/photo?v=1'
  const sheet = { stops: [{ getsOn: [{ name: 'Ana R.', photoUrl }] }], driver: { photoUrl } }
  expect(JSON.parse(keptText(sheet))).toEqual({
    stops: [{ getsOn: [{ name: 'Ana R.', photoUrl: null }] }],
    driver: { photoUrl: null },
  })
})
