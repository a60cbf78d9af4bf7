import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openTestApp, type TestApp } from './app.ts'
import { testDeps } from './deps.ts'
import { aUser, type TestUser } from './factories.ts'
import { type Answer, cookieOf, postJson } from './http-client.ts'

// Information that headers, unusual methods and addresses of files disclose to an attacker. The
// site has an https address, as in production.

const SITE = 'https://cupo.test'
let test: TestApp
let user: TestUser
/** One response of each kind: data, refusal, page, file, image, empty. */
let answers: [string, Answer][]

beforeAll(async () => {
  test = await openTestApp({ urls: { site: SITE } })
  user = await aUser(test.deps)
  const headers = { authorization: `Bearer ${user.token}` }
  const get = (url: string) => test.app.inject({ url, headers })
  answers = [
    ['data', await get('/api/health')],
    ['private data', await get('/api/auth/me')],
    ['an unknown address', await get('/api/no-such-thing')],
    ['an address that cannot be decoded', await get('/api/trips/%ZZ')],
    ['an address with too long a part', await get(`/api/trips/${'a'.repeat(300)}`)],
    ['a refused token', await test.app.inject('/api/auth/me')],
    ['broken JSON', await postJson(test.app, '/auth/login', '{')],
    ['a photo that does not exist', await get(`/api/users/${user.userId}/photo`)],
    ['a page or its absence', await get('/wallet')],
    ['another method', await test.app.inject({ method: 'PUT', url: '/api/health' })],
    ['the webhook', await test.app.inject({ method: 'POST', url: '/webhooks/wompi' })],
  ]
})

describe('every response of the server', () => {
  it('requires https for a year with all subdomains in every response', () => {
    for (const [what, { headers }] of answers) {
      expect(headers['strict-transport-security'], what).toBe('max-age=31536000; includeSubDomains')
    }
  })

  it('forbids frames, foreign scripts and type sniffing in every response', () => {
    for (const [what, { headers }] of answers) {
      const policy = String(headers['content-security-policy'])
      expect(policy, what).toContain("frame-ancestors 'none'")
      expect(policy, what).toContain("base-uri 'none'")
      expect(policy, what).toContain("object-src 'none'")
      expect(policy, what).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|https?:|\*)/)
      expect(headers['x-content-type-options'], what).toBe('nosniff')
      expect(headers['cross-origin-opener-policy'], what).toBe('same-origin')
      expect(headers['cross-origin-resource-policy'], what).toBe('same-origin')
      expect(headers['referrer-policy'], what).toMatch(/no-referrer|strict-origin/)
    }
  })

  it('names the type of every response, and the character set of texts', () => {
    for (const [what, { headers, body }] of answers) {
      if (body === '') continue
      expect(headers['content-type'], what).toMatch(
        /^(application\/json|text\/html); charset=utf-8$/,
      )
    }
  })

  it('does not disclose the server software in any response', () => {
    for (const [what, { headers }] of answers) {
      expect(headers['x-powered-by'], what).toBeUndefined()
      expect(headers.server, what).toBeUndefined()
    }
  })

  it('allows no other origin to read a response', async () => {
    const headers = { origin: 'https://otro.test', authorization: `Bearer ${user.token}` }
    const read = await test.app.inject({ url: '/api/auth/me', headers })
    expect(read.headers['access-control-allow-origin']).toBeUndefined()
    const asked = await test.app.inject({
      method: 'OPTIONS',
      url: '/api/wallet',
      headers: { origin: 'https://otro.test', 'access-control-request-method': 'GET' },
    })
    expect(asked.headers['access-control-allow-origin']).toBeUndefined()
    expect(asked.statusCode).toBe(404)
  })
})

describe('data that the server must not disclose', () => {
  const files = [
    '/.git/HEAD',
    '/.git/config',
    '/.env',
    '/.data/secrets.json',
    '/package.json',
    '/server/main.ts',
    '/database/',
    '/node_modules/fastify/package.json',
    '/assets/',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
  ]
  // The site's own page may be the response; a file or a list of files may not.
  const complaintOf = ({ statusCode, body, headers }: Answer) => {
    const isPage = String(headers['content-type']).startsWith('text/html')
    const isRefused = isPage || statusCode === 404 || statusCode === 403
    const disclosed = /\[core\]|ref: refs|"dependencies"|loadConfig|Index of|authKey/.exec(body)
    return isRefused && !disclosed ? [] : [`${statusCode} ${disclosed?.[0] ?? body.slice(0, 99)}`]
  }

  it('serves no file of the program', async () => {
    const failures: string[] = []
    for (const url of files) {
      const complaints = complaintOf(await test.app.inject({ url }))
      failures.push(...complaints.map((complaint) => `${url}: ${complaint}`))
    }
    expect(failures).toEqual([])
    const served = { statusCode: 200, body: '{"dependencies":{}}', headers: {} } as Answer
    expect(complaintOf(served)).toEqual(['200 "dependencies"'])
  })

  it('refuses the metrics without their token', async () => {
    const config = { ...test.deps.config, metricsToken: 'clave-de-metricas' }
    const app = await buildApp({ ...test.deps, config })
    expect((await app.inject('/api/metrics')).statusCode).toBe(403)
    await app.close()
  })

  it('does not echo a request that uses TRACE', async () => {
    const url = new URL(await test.app.listen({ port: 0, host: '127.0.0.1' }))
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(url.port), url.hostname, () =>
        socket.write(
          'TRACE / HTTP/1.1\r\nhost: x\r\ncookie: secreto=1\r\nconnection: close\r\n\r\n',
        ),
      )
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404|405|501)/)
    expect(answer).not.toContain('secreto')
  })

  it('redirects no request from http to https or to another site', async () => {
    const redirects = answers.filter(([, { statusCode }]) => statusCode >= 300 && statusCode < 400)
    expect(redirects).toEqual([])
  })
})

describe('cookies of a site with an https address', () => {
  it('sets cookies as Secure, HttpOnly and SameSite', async () => {
    const login = { email: user.email, password: user.password }
    const answer = await postJson(test.app, '/auth/login', login)
    expect(answer.statusCode).toBe(200)
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__(Host|Secure)-/)
      expect(cookie).toMatch(/; Secure/)
      expect(cookie).toMatch(/; HttpOnly/)
      expect(cookie).toMatch(/; SameSite=(Strict|Lax)/)
      expect(cookie).not.toMatch(/; Domain=/i)
    }
  })

  it('repeats no session cookie in the body of a response', async () => {
    const login = { email: user.email, password: user.password }
    const answer = await postJson(test.app, '/auth/login', login)
    for (const { value, name } of answer.cookies) {
      expect(cookieOf(answer, name)).toContain(value)
      expect(answer.body).not.toContain(value)
    }
  })
})

it('does not start in production with simulated providers', async () => {
  const deps = await testDeps()
  const app = await buildApp(deps)
  for (const url of ['/sandbox', '/sandbox/wompi/v1/merchants/x', '/sandbox/mail']) {
    expect((await app.inject(url)).statusCode, url).toBe(404)
  }
  await app.close()
})
