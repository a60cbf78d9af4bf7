import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testDeps } from '#test/deps.ts'

let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  app = await buildApp(await testDeps({}))
})

afterAll(() => app.close())

const read = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

it('leads from /privacy to the privacy policy', async () => {
  const { statusCode, headers } = await read('/privacy')
  expect([statusCode, headers.location]).toEqual([301, '/privacidad'])
})
