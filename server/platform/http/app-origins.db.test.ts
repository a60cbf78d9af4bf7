import { beforeAll, describe, expect, it } from 'vitest'
import { APP_ORIGINS } from '#contract/native-app.ts'
import { openTestApp, type TestApp } from '#test/app.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

const preflight = (origin: string) =>
  test.app.inject({
    method: 'OPTIONS',
    url: '/api/auth/login',
    headers: { origin, 'access-control-request-method': 'POST' },
  })

describe('pages of other origins', () => {
  it.each(APP_ORIGINS)(
    'allows the app origin %s to call the API, without cookies',
    async (origin) => {
      const asked = await preflight(origin)
      expect(asked.statusCode).toBe(204)
      expect(asked.headers['access-control-allow-origin']).toBe(origin)
      expect(asked.headers['access-control-allow-headers']).toContain('idempotency-key')
      expect(asked.headers['access-control-allow-credentials']).toBeUndefined()
      for (const url of ['/api/health', '/api/auth/me']) {
        const { headers } = await test.app.inject({ url, headers: { origin } })
        expect(headers['access-control-allow-origin'], url).toBe(origin)
        expect(headers.vary, url).toContain('origin')
      }
    },
  )

  it.each([
    'https://localhost:3000',
    'http://localhost',
    'https://localhost.evil.example',
    'capacitor://evil',
    'null',
  ])('refuses cross-origin calls to the API from %s', async (origin) => {
    const asked = await preflight(origin)
    expect(asked.headers['access-control-allow-origin']).toBeUndefined()
    const { headers } = await test.app.inject({ url: '/api/health', headers: { origin } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })

  it('allows no cross-origin access to pages outside the API', async () => {
    const [origin = ''] = APP_ORIGINS
    const { headers } = await test.app.inject({ url: '/trips', headers: { origin } })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  })
})
