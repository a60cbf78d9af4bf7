import { beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './app.ts'
import { aUser } from './factories.ts'
import { postForm } from './http-client.ts'
import { aPhoto, blackPng } from './images.ts'

let test: TestApp
let tall: Buffer
let photo: Buffer

beforeAll(async () => {
  test = await openTestApp()
  tall = blackPng(1, 59_000_000)
  photo = await aPhoto()
  await upload(photo) // Starts the decoding process.
})

const document: [string, Record<string, string>] = ['/documents', { kind: 'identity_back' }]

async function upload(
  bytes: Buffer,
  path = '/users/me/photo',
  fields: Record<string, string> = { consent: 'aceptado' },
) {
  const { token } = await aUser(test.deps)
  const start = performance.now()
  const answer = await postForm(test.app, path, { token, fields, file: { bytes } })
  return { status: answer.statusCode, code: answer.json().code, ms: performance.now() - start }
}

describe('a PNG of kilobytes that decodes to 59 million rows', () => {
  it('can send a PNG of kilobytes that decodes to 59 million rows', () => {
    expect(tall.length).toBeLessThan(130_000)
  })

  it.each([['/users/me/photo', { consent: 'aceptado' }], document])(
    'refuses a PNG of 59 million rows on %s by its header',
    async (path, fields) => {
      const refused = await upload(tall, path, fields)
      expect(refused).toMatchObject({ status: 422, code: 'image_too_large' })
      expect(refused.ms).toBeLessThan(1_000)
    },
  )

  it('delays no other upload while it refuses a PNG with 59 million rows', async () => {
    const all = [tall, tall, photo, tall].map((each) => upload(each, ...document))
    const [one, two, honest, three] = await Promise.all(all)
    expect([one, two, three].map((each) => each?.status)).toEqual([422, 422, 422])
    expect(honest).toMatchObject({ status: 201 })
    expect(honest?.ms).toBeLessThan(2_000)
  })
})

it('refuses an image with too many pixels, whatever its sides', async () => {
  const refused = await upload(blackPng(9_000, 9_000))
  expect(refused).toMatchObject({ status: 422, code: 'image_too_large' })
  expect(refused.ms).toBeLessThan(1_000)
})
