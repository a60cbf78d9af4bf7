import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { compressAnswers } from './compress.ts'

const app = Fastify()
compressAnswers(app)
const long = { name: 'x'.repeat(1_014) }
app.get('/long', async () => long)
app.get('/short', async () => ({ name: 'x'.repeat(1_013) }))
app.get('/buffer', async (_request, reply) => {
  const bytes = Buffer.from(JSON.stringify(long))
  return reply.type('application/json').header('content-length', bytes.length).send(bytes)
})
app.get('/image', async (_request, reply) => reply.type('image/png').send(Buffer.alloc(2_000)))
app.get('/cookie', async (_request, reply) => reply.header('set-cookie', 'a=b').send(long))
app.get('/token', async () => ({ ...long, access_token: 'secreto' }))
app.get('/vary', async (_request, reply) => reply.header('vary', 'origin').send(long))

const ask = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
])(
  'compresses an answer above 1 kB for a client that accepts %s',
  async (accepted, coding, read) => {
    for (const url of ['/long', '/buffer']) {
      const answer = await ask(url, accepted)
      expect(answer.headers).toMatchObject({ 'content-encoding': coding, vary: 'accept-encoding' })
      expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
      expect(answer.rawPayload.length).toBeLessThan(200)
      expect(JSON.parse(read(answer.rawPayload).toString())).toEqual(long)
    }
  },
)

it.each([
  ['without an accepted encoding', '/long', undefined],
  ['of 1 kB', '/short', 'br'],
  ['with an image', '/image', 'br'],
  ['that sets a cookie', '/cookie', 'br'],
  ['with a token in its body', '/token', 'br'],
])('sends an answer %s as it is', async (_case, url, accepted) => {
  const answer = await ask(url, accepted)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.rawPayload.length).toBeGreaterThan(1_000)
})

it('keeps the other reasons for which an answer varies', async () => {
  expect((await ask('/vary', 'br')).headers.vary).toBe('origin, accept-encoding')
})
