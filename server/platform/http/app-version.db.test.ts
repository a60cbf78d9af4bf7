import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { aUser } from '#test/factories.ts'
import { postJson } from '#test/http-client.ts'

let test: TestApp
let free: TestApp

beforeAll(async () => {
  free = await openTestApp()
  test = await openTestApp({
    before: ({ config }) => {
      config.appMinVersion = '1.4.2'
    },
  })
})

const ANDROID = 'https://localhost'

/** Calls the API with this app version. Returns status and error code. */
async function called(version: string | null, headers = {}, { app } = test) {
  const sent = { ...(version === null ? {} : { 'x-cupo-app': version }), ...headers }
  const answer = await app.inject({ url: '/api/places', headers: sent })
  return [answer.statusCode, answer.json().code]
}

const TAKEN = [200, undefined]
const REFUSED = [426, 'app_outdated']

describe('app versions with a minimum of 1.4.2', () => {
  it.each([
    ['android/1.4.2', TAKEN],
    ['ios/1.4.10', TAKEN],
    ['android/1.10', TAKEN],
    ['ios/2.0.0', TAKEN],
    ['android/1.4.1', REFUSED],
    ['ios/1.4', REFUSED],
    ['android/0.9.99', REFUSED],
    // No release of the app sends these values.
    ['', REFUSED],
    ['android', REFUSED],
    ['windows/9.0.0', REFUSED],
    ['android/v9', REFUSED],
    ['android/9.0.0, ios/9.0.0', REFUSED],
    ['android/99999.0.0', REFUSED],
  ])('answers app version %j with %j', async (version, expected) => {
    expect(await called(version, { origin: ANDROID })).toEqual(expected)
  })

  it('tells an outdated app to update, in an answer that its pages can read', async () => {
    const answer = await test.app.inject({
      url: '/api/places',
      headers: { origin: ANDROID, 'x-cupo-app': 'android/1.0.0' },
    })
    expect(answer.json().error).toBe('Actualiza Cupo para seguir.')
    expect(answer.headers['access-control-allow-origin']).toBe(ANDROID)
  })

  it('refuses an app without the version header, but not the site', async () => {
    expect(await called(null, { origin: ANDROID })).toEqual(REFUSED)
    expect(await called(null, { origin: 'capacitor://localhost' })).toEqual(REFUSED)
    expect(await called(null)).toEqual(TAKEN)
    expect(await called(null, { origin: 'http://localhost:3000' })).toEqual(TAKEN)
  })

  it('accepts an emergency from any version of the app', async () => {
    const call = { headers: { origin: ANDROID, 'x-cupo-app': 'android/1.0.0' } }
    expect((await postJson(test.app, '/incidents', {}, call)).statusCode).toBe(401)
    expect((await postJson(test.app, '/bookings', {}, call)).statusCode).toBe(426)
  })

  it('accepts an emergency of an outdated app whose access token has expired', async () => {
    const { email, password } = await aUser(test.deps)
    const login = { email, password, mobile: true }
    const { refresh_token } = (await postJson(test.app, '/auth/login', login)).json()
    test.clock.advance(HOUR_MS)
    const call = { headers: { origin: ANDROID, 'x-cupo-app': 'android/1.0.0' } }
    const renewal = { refresh_token, mobile: true }
    const renewed = await postJson(test.app, '/auth/refresh', renewal, call)
    expect(renewed.statusCode).toBe(200)
    const authorization = `Bearer ${renewed.json().access_token}`
    const pressed = { id: newId(), tripId: newId(), bookingId: null, kind: 'emergency' }
    const body = { ...pressed, pressedAt: test.clock.now().toISOString() }
    const headers = { ...call.headers, authorization }
    const sent = await postJson(test.app, '/incidents', body, { headers })
    expect(sent.json().code).toBe('trip_not_found')
  })

  it('allows the version header in a preflight of the app', async () => {
    const asked = await test.app.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: { origin: ANDROID, 'access-control-request-method': 'POST' },
    })
    expect(asked.statusCode).toBe(204)
    expect(asked.headers['access-control-allow-headers']).toContain('x-cupo-app')
  })
})

it('accepts every app version when no minimum is configured', async () => {
  for (const version of ['android/0.0.1', 'nonsense', null]) {
    expect(await called(version, { origin: ANDROID }, free)).toEqual(TAKEN)
  }
})
