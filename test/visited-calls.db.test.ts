import { subscribe } from 'node:diagnostics_channel'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { demoSignIn } from '#server/demo/demo-sign-in.ts'
import { CALLBACK_PATHS, REQUESTS } from '#server/modules/people/access/oauth/providers.ts'
import { openDatabase } from '#server/platform/db/open.ts'
import { brand } from '#web/lib/brand.ts'
import { beginSignIn } from '#web/shared/access/oauth/oauth-start.ts'
import { openTestApp, type TestApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { operations } from './every-route.ts'
import { stubStorage } from './memory-storage.ts'

// Calls to which a browser navigates never answer JSON: they lead back to a page of ours. The list
// is derived from the links, forms and redirects of web, mails and providers.

const root = path.join(import.meta.dirname, '..')
const routes: { call: string; visited: RouteOptions['config'] }[] = []
let test: TestApp

beforeAll(async () => {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const each of [method].flat()) routes.push({ call: `${each} ${url}`, visited: config })
    })
  })
  const accounts = [{ email: 'a@b.co', role: '', name: '', note: '' }] as never
  test = await openTestApp({
    extensions: [(scope, app) => demoSignIn(demoDeps(), accounts)(scope, app)],
  })
})

/** The demonstration registers its form only where the configuration has it. */
const demoDeps = () => ({ config: { demo: true, production: false } }) as never

const visited = () =>
  routes.filter((each) => each.visited && 'visited' in each.visited && each.visited.visited)
const callsOf = (list: typeof routes) =>
  new Set(list.map(({ call }) => call).filter((call) => !call.startsWith('HEAD ')))

const sources = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .filter((file) => !/\.(test|evaluated)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

/** Starts of a sign-in, as the buttons of the site and of its .lat domain make them. */
function starts(): string[] {
  stubStorage()
  const addresses = (['google', 'apple'] as const).flatMap((provider) =>
    [brand.origin, brand.lat_origin].map((origin) =>
      beginSignIn({ provider, origin, mobile: false }),
    ),
  )
  vi.unstubAllGlobals()
  return addresses.map((address) => `GET ${address.split('?')[0]}`)
}

/** Native forms: the pages that post to themselves, and those with an action. */
function forms(): string[] {
  const table = readFileSync(path.join(root, 'web/routes.ts'), 'utf8')
  return sources('web')
    .filter(({ text }) => /<form[^>]* method="post"/.test(text))
    .flatMap(({ file, text }) => {
      const [, action] = /const ADDRESS = '([^']+)'/.exec(text) ?? []
      if (/action=\{`\$\{ADDRESS\}/.test(text)) return [`POST ${action}`]
      const page = file.replace('-form.tsx', '.route.tsx').replace(/^web\//, '')
      const [, own] = new RegExp(`route\\('([^']+)', '${page}'`).exec(table) ?? []
      return [`POST /${own}`]
    })
}

/** Absolute addresses of our API in messages and their headers, which a person can open. */
function mailed(): string[] {
  const MAIL = /\$\{site\}(\/api\/[\w/-]+\/)\$\{token\}/g
  const SHORT = /\.host\}(\/n\/)\$\{shortCode\}/g
  return sources('server').flatMap(({ text }) => [
    ...[...text.matchAll(MAIL)].map(([, address]) => `GET ${address}:token`),
    ...[...text.matchAll(SHORT)].map(([, address]) => `GET ${address}:id/:no?`),
  ])
}

/** Where the providers return: by a form if the request asks for one. */
function returns(): string[] {
  return (['google', 'apple'] as const).map((name) => {
    const method = REQUESTS[name].response_mode === 'form_post' ? 'POST' : 'GET'
    return `${method} ${CALLBACK_PATHS[name]}`
  })
}

/** Other addresses of the callbacks, which spec-coverage §7 requires. */
const ALIAS = /^(GET|POST) \/api\/auth\/[\w/-]*callback$/

/** Routes outside the contract that no person opens, or that cannot fail. */
const MACHINES = [
  /^(POST|GET) \/(api\/)?webhooks\//,
  /^GET \/(\.well-known\/|privacy$|sandbox\/|api\/docs|assets\/|[\w.-]+$|\*)/,
  // Files of the built site.
  /^GET \/[\w/-]+\.(png|json|data)$/,
  /^POST \/api\/(notifications|alerts)\/unsubscribe\/:token$/,
  /^(HEAD|OPTIONS) /,
]

describe('calls to which a browser navigates', () => {
  it('marks as visited exactly the calls to which a link, form or mail leads', () => {
    const derived = new Set([...starts(), ...forms(), ...mailed(), ...returns()])
    expect(derived.size).toBeGreaterThanOrEqual(12)
    const marked = callsOf(visited())
    expect([...derived].filter((call) => !marked.has(call))).toEqual([])
    const extra = [...marked].filter((call) => !derived.has(call) && !ALIAS.test(call))
    expect(extra).toEqual([])
  })

  it('builds addresses of visited calls in no other file of the site', () => {
    const builders = sources('web').filter(({ file, text }) => {
      if (file === 'web/lib/api.ts') return false
      const links = /\b(href|action|src)=["'{`]+\$?\{?\/?api\//.test(text)
      return links || /import \{[^}]*\baddressOf\b[^}]*\} from '#web\/lib\/api\.ts'/.test(text)
    })
    expect(builders.map(({ file }) => file)).toEqual(['web/shared/access/oauth/oauth-start.ts'])
  })

  it('are all the routes outside the contract but those for machines', () => {
    const contract = new Set(operations.map(([, { method, path: at }]) => `${method} /api${at}`))
    const marked = callsOf(visited())
    const left = [...callsOf(routes)].filter(
      (call) =>
        !contract.has(call) && !marked.has(call) && !MACHINES.some((each) => each.test(call)),
    )
    expect(left).toEqual([])
  })

  it('are all calls of the contract that answer a stranger with their own bytes', () => {
    const open = operations.filter(
      ([, { auth, method, raw, visited: page }]) =>
        auth === 'public' && method === 'GET' && raw && !page,
    )
    // Read by programs and by `<img>`.
    expect(open.map(([name]) => name).sort()).toEqual([
      'operations.metrics',
      'operations.openapi',
      'receipts.feed',
      'users.photo',
    ])
    const needToken = operations.filter(([, { auth, visited: page }]) => page && auth !== 'public')
    expect(needToken).toEqual([])
  })
})

const start = (query: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  test.app.inject({ url: `/api/auth/login/google?${new URLSearchParams(query)}`, remoteAddress })

describe('a refusal of a call to which a browser navigates', () => {
  it('leads back to the login from a host that is not ours', async () => {
    const answer = await start({ redirect_url: 'https://www.otro.example/auth/callback' })
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      '/login?error=redirect_not_allowed',
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('leads back to the login after 60 starts from one network', async () => {
    for (let at = 0; at < 60; at++) await start({}, '10.9.8.7')
    const answer = await start({}, '10.9.8.7')
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login?error=rate_limited'])
  })

  it('leads back when the input is wrong, and other calls keep answering JSON', async () => {
    expect((await start({ state: '!' })).headers.location).toBe('/login?error=invalid_request')
    const other = await test.app.inject({ url: '/api/auth/lat-callback?code=' })
    expect([other.statusCode, other.json().code]).toEqual([400, 'invalid_request'])
  })

  it('leads back to a page from every such call while the database is away', async () => {
    const db = openDatabase('postgres://x:y@127.0.0.1:1/none', { restricted: true, poolSize: 1 })
    atEnd(() => db.destroy())
    const app = await buildApp({ ...test.deps, db })
    atEnd(() => app.close())
    const calls = [...callsOf(visited())].filter((call) => !call.includes('/sandbox/'))
    expect(calls.length).toBeGreaterThanOrEqual(18)
    for (const call of calls) {
      const [method, url = ''] = call.split(' ') as ['GET' | 'POST', string]
      const answer = await app.inject({
        method,
        url: url.replace(':token', 'account.abc').replace('/:no?', ''),
        headers: {
          host: 'localhost:3000',
          origin: 'http://localhost:3000',
          ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(method === 'POST' ? { payload: 'email=a@b.co&password=una+clave+larga&terms=on' } : {}),
      })
      const isPage = String(answer.headers['content-type']).startsWith('text/html')
      expect(isPage || answer.statusCode === 303, `${call}: ${answer.body}`).toBe(true)
    }
  })

  it('serves the typed search while the places cannot be read', async () => {
    const db = openDatabase('postgres://x:y@127.0.0.1:1/none', { restricted: true, poolSize: 1 })
    atEnd(() => db.destroy())
    const app = await buildApp({ ...test.deps, db })
    atEnd(() => app.close())
    const answer = await app.inject({ url: '/trips?from=Bogot%C3%A1&to=Cali' })
    expect(answer.statusCode).not.toBe(503)
  })
})
