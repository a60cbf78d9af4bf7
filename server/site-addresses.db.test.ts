import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'

let deps: TestDeps
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  deps = await testDeps({})
  app = await buildApp(deps)
})

afterAll(() => app.close())

const read = (url: string) => app.inject({ url, headers: { accept: 'text/html' } })

it('leads from /privacy to the privacy policy', async () => {
  const { statusCode, headers } = await read('/privacy')
  expect([statusCode, headers.location]).toEqual([301, '/privacidad'])
})

it('leads a password manager to the form of the password', async () => {
  const { statusCode, headers } = await read('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/profile/contrasena'])
})

it('says to whom a vulnerability is reported, in a file that is not stale', async () => {
  const { statusCode, headers, body } = await read('/.well-known/security.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = new Map(
    body.split('\n').map((line) => line.split(/: (.*)/, 2)) as [string, string][],
  )
  expect(fields.get('Contact')).toBe(`mailto:${deps.config.brand.privacy_mail}`)
  const expires = new Date(fields.get('Expires') ?? '')
  expect(expires > deps.clock.now() && expires < addMs(deps.clock.now(), 365 * DAY_MS)).toBe(true)
  expect(fields.get('Canonical')).toBe(`${deps.urls.site}/.well-known/security.txt`)
})
