import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './app.ts'
import {
  type Attempt,
  attemptsOf,
  failuresOf,
  type Operation,
  operations,
  send,
} from './every-route.ts'
import { aUser } from './factories.ts'
import { cookieOf, postJson } from './http-client.ts'
import { PLANTED, plantedRoutes } from './planted-routes.ts'

let test: TestApp
let secure: TestApp

beforeAll(async () => {
  test = await openTestApp({ extensions: [plantedRoutes(() => test.deps.db)] })
  secure = await openTestApp({ urls: { site: 'https://cupo.test' } })
})

/** Checks that caches may not store the response, with a session and without one. */
async function withAndWithoutSession(tried: readonly Operation[]): Promise<Attempt[]> {
  const { token } = await aUser(test.deps)
  const callers: [string, string | undefined][] = [
    ['without a session', undefined],
    ['with a session', token],
  ]
  return attemptsOf(tried, callers, async (route, [, bearer]) => {
    const answer = await send(test.app, route, { token: bearer })
    const rule = String(answer.headers['cache-control'])
    return rule.includes('no-store') ? null : rule
  })
}

describe('every private response and refusal', () => {
  it('forbids caches to store any private response or refusal', async () => {
    const isPrivate = ([, route]: Operation) => route.auth !== 'public' || route.method !== 'GET'
    const attempts = await withAndWithoutSession(operations.filter(isPrivate))
    expect(attempts.length).toBeGreaterThan(550)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted route whose response caches may store', async () => {
    expect(await failuresOf(await withAndWithoutSession([PLANTED.open]))).toEqual([
      'planted.open, without a session: undefined',
      'planted.open, with a session: undefined',
    ])
  })
})

describe('responses for one person', () => {
  it('treats an ended session as none on routes with an optional session', async () => {
    const { token, email, password } = await aUser(test.deps)
    const signedIn = await postJson(test.app, '/auth/login', { email, password })
    const { access_token } = signedIn.json()
    await postJson(test.app, '/auth/logout', {}, { token: access_token })
    const optional = operations.filter(([, { auth }]) => auth === 'optional')
    expect(optional.length).toBeGreaterThan(3)
    // A recovery is counted by session if there is one; an ended session must not count.
    const ask = (bearerToken: string) =>
      postJson(
        test.app,
        '/auth/recover-account',
        { email, password: 'tres tristes tigres' },
        { token: bearerToken, ip: '203.0.113.50' },
      )
    for (let i = 0; i < 5; i += 1) await ask(access_token)
    expect((await ask(access_token)).statusCode).toBe(429)
    expect((await ask(token)).statusCode).toBe(200)
  })

  it('sends no Referer from a page whose address contains a secret', async () => {
    const policy = async (url: string) => (await test.app.inject(url)).headers['referrer-policy']
    for (const page of ['/recuperar?token=x', '/recuperar', '/confirmar-correo?token=x']) {
      expect(await policy(page)).toBe('no-referrer')
    }
    expect(await policy('/auth/callback?code=x&state=y')).toBe('no-referrer')
    expect(await policy('/wallet')).toBe('strict-origin-when-cross-origin')
  })
})

describe('the cookies of a session', () => {
  const logIn = async (app: FastifyInstance, deps: TestApp['deps']) => {
    const { email, password } = await aUser(deps)
    return await postJson(app, '/auth/login', { email, password })
  }

  it('sets session cookies with the __Host- prefix only under https', async () => {
    const answer = await logIn(secure.app, secure.deps)
    const names = answer.cookies.map(({ name }) => name).sort()
    expect(names).toEqual(['__Host-cupo_device', '__Host-cupo_refresh'])
    for (const cookie of answer.cookies) {
      const host = { secure: true, httpOnly: true, path: '/', sameSite: 'Strict' }
      expect(cookie).toMatchObject(host)
      expect(cookie.domain).toBeUndefined()
    }
    const cookie = cookieOf(answer, '__Host-cupo_refresh')
    expect((await postJson(secure.app, '/auth/refresh', {}, { cookie })).statusCode).toBe(200)
    const plain = cookie.replace('__Host-', '')
    const planted = await postJson(secure.app, '/auth/refresh', {}, { cookie: plain })
    expect(planted.json().code).toBe('token_expired')
  })

  it('refuses two cookies with the same name, because an attacker can set one', async () => {
    const answer = await logIn(test.app, test.deps)
    const own = cookieOf(answer)
    const other = cookieOf(await logIn(test.app, test.deps))
    for (const cookie of [`${other}; ${own}`, `${own}; ${other}`, `${own};${own}`]) {
      const renewed = await postJson(test.app, '/auth/refresh', {}, { cookie })
      expect([renewed.statusCode, renewed.json().code]).toEqual([400, 'cookie_doubled'])
    }
    const device = cookieOf(answer, 'cupo_device')
    const twice = { cookie: `${device}; ${device}` }
    const again = await postJson(test.app, '/auth/login', { email: 'a@b.co', password: 'x' }, twice)
    expect(again.json().code).toBe('cookie_doubled')
    expect((await postJson(test.app, '/auth/refresh', {}, { cookie: own })).statusCode).toBe(200)
  })
})
