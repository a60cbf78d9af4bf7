import { beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
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

/** Status and code of a call with this version. */
async function called(version: string | null, headers = {}, { app } = test) {
  const sent = { ...(version === null ? {} : { 'x-cupo-app': version }), ...headers }
  const answer = await app.inject({ url: '/api/places', headers: sent })
  return [answer.statusCode, answer.json().code]
}

const TAKEN = [200, undefined]
const REFUSED = [426, 'app_outdated']

// covers: C303
describe('with a minimum of 1.4.2 the app', () => {
  it.each([
    ['android/1.4.2', TAKEN],
    ['ios/1.4.10', TAKEN],
    ['android/1.10', TAKEN],
    ['ios/2.0.0', TAKEN],
    ['android/1.4.1', REFUSED],
    ['ios/1.4', REFUSED],
    ['android/0.9.99', REFUSED],
    // What no release sends.
    ['', REFUSED],
    ['android', REFUSED],
    ['windows/9.0.0', REFUSED],
    ['android/v9', REFUSED],
    ['android/9.0.0, ios/9.0.0', REFUSED],
    ['android/99999.0.0', REFUSED],
  ])('%j is answered %j', async (version, expected) => {
    expect(await called(version, { origin: ANDROID })).toEqual(expected)
  })

  it('is told what to do, in words that its pages may read', async () => {
    const answer = await test.app.inject({
      url: '/api/places',
      headers: { origin: ANDROID, 'x-cupo-app': 'android/1.0.0' },
    })
    expect(answer.json().error).toBe('Actualiza Cupo para seguir.')
    expect(answer.headers['access-control-allow-origin']).toBe(ANDROID)
  })

  it('of before the header is refused, and the site is not', async () => {
    expect(await called(null, { origin: ANDROID })).toEqual(REFUSED)
    expect(await called(null, { origin: 'capacitor://localhost' })).toEqual(REFUSED)
    expect(await called(null)).toEqual(TAKEN)
    expect(await called(null, { origin: 'http://localhost:3000' })).toEqual(TAKEN)
  })

  it('is heard in an emergency in any version', async () => {
    const call = { headers: { origin: ANDROID, 'x-cupo-app': 'android/1.0.0' } }
    expect((await postJson(test.app, '/incidents', {}, call)).statusCode).toBe(401)
    expect((await postJson(test.app, '/bookings', {}, call)).statusCode).toBe(426)
  })

  it('may send the header from its own origin', async () => {
    const asked = await test.app.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: { origin: ANDROID, 'access-control-request-method': 'POST' },
    })
    expect(asked.statusCode).toBe(204)
    expect(asked.headers['access-control-allow-headers']).toContain('x-cupo-app')
  })
})

// covers: C303
it('without a minimum every version is served', async () => {
  for (const version of ['android/0.0.1', 'nonsense', null]) {
    expect(await called(version, { origin: ANDROID }, free)).toEqual(TAKEN)
  }
})
