import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { walletId } from '#server/modules/bank/ledger/index.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { cookieOf, postJson } from '#test/http-client.ts'

let test: TestApp
let app: FastifyInstance

beforeAll(async () => {
  test = await openTestApp()
  app = test.app
})

const post = (path: string, payload: object, cookie = '') =>
  postJson(app, path, payload, { cookie })

const refresh = (cookie: string) => post('/auth/refresh', {}, cookie)

const me = (token: string) =>
  app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })

const logIn = ({ email, password }: { email: string; password: string }) =>
  post('/auth/login', { email, password })

const account = (over: object = {}) => ({
  email: `nueva-${newId()}@correo.test`,
  password: 'una clave larga',
  verification_terms: 'aceptado',
  suscriptions: 'rechazado',
  ...over,
})

describe('sign-up', () => {
  it('creates account and wallet at sign-up, and returns only the own user', async () => {
    const body = account({
      username: 'Laura.Gómez',
      first_name: 'Laura',
      last_name: 'Gómez',
      identification_number: '52.123.456'.replaceAll('.', '-'),
    })
    const answer = await post('/auth/signup', body)
    expect(answer.statusCode).toBe(201)
    const { user } = (await logIn(body)).json()
    expect(user).toMatchObject({ username: 'Laura.Gómez', roles: ['passenger'] })
    expect(user.profile).toEqual({
      full_name: 'Laura Gómez',
      first_name: 'Laura',
      last_name: 'Gómez',
      status: 'Pasajero',
      verification: false,
      identification_type: 'CC',
      identification_number: '52123456',
      phone_number: null,
      photo_url: null,
    })
    const wallet = await asOwner(
      test.deps.databaseUrl,
      'select id from ledger_accounts where owner_id = $1',
      [user.id],
    )
    expect(wallet.rows).toEqual([{ id: walletId(user.id) }])
  })

  it('refuses a taken username in any spelling at sign-up', async () => {
    expect((await post('/auth/signup', account({ username: 'pedro.rojas' }))).statusCode).toBe(201)
    const answer = await post('/auth/signup', account({ username: 'PEDRO.Rojas' }))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'username_taken'])
    expect(Object.keys(answer.json().fields)).toEqual(['username'])
  })

  it.each([
    ['an unknown key', account({ roles: ['admin'] })],
    ['a number for the password', account({ password: 12345678 })],
    ['a short password', account({ password: '1234567' })],
    ['no email', account({ email: undefined })],
    ['terms not accepted', account({ verification_terms: 'rechazado' })],
    ['an object for the email', account({ email: { $gt: '' } })],
    ['a NUL in the name', account({ first_name: 'Ana\u0000' })],
  ])('refuses a sign-up with %s', async (_what, body) => {
    const answer = await post('/auth/signup', body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_request', requestId: expect.any(String) })
  })

  it('distinguishes passwords that differ only after 72 bytes', async () => {
    const long = 'tres tristes tigres '.repeat(4)
    const body = account({ password: `${long}1` })
    expect((await post('/auth/signup', body)).statusCode).toBe(201)
    const wrong = await post('/auth/login', { email: body.email, password: `${long}2` })
    expect(wrong.json().code).toBe('bad_credentials')
    const right = await post('/auth/login', { email: body.email, password: body.password })
    expect(right.statusCode).toBe(200)
  })
})

describe('personal data in logs and tables', () => {
  it('writes no national id, password, email or token to logs or unencrypted columns', async () => {
    const canary = '1032987654'
    const lines: string[] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    app = await buildApp({ ...test.deps, log: pino({ level: 'trace' }, sink) })
    const body = account({ identification_number: canary, password: 'canario-de-clave' })
    await post('/auth/signup', body)
    await post('/auth/signup', { ...body, email: 'otra@correo.test' })
    await post('/auth/signup', { ...body, identification_number: `${canary}!` })
    const signedIn = await post('/auth/login', { email: body.email, password: body.password })
    await refresh(cookieOf(signedIn))
    await post('/auth/login', { email: body.email, password: 'canario-de-error' })
    expect((await me(signedIn.json().access_token)).json().user.profile).toMatchObject({
      identification_number: canary,
    })
    await app.close()
    app = test.app
    const log = lines.join('')
    expect(log).toContain('/api/auth/signup')
    for (const secret of [canary, 'canario', body.email, signedIn.json().access_token]) {
      expect(log).not.toContain(secret)
    }
    const url = test.deps.databaseUrl
    for (const table of ['users', 'credentials', 'sessions', 'audit_entries', 'rate_limits']) {
      const { rows } = await asOwner(url, `select t::text as row from ${table} t`)
      const text = rows.map(({ row }) => row).join('\n')
      expect(text).not.toContain(canary)
      expect(text).not.toContain(Buffer.from(canary).toString('hex'))
      expect(text).not.toContain('canario')
    }
  })
})

describe('accounts that one network makes in an hour', () => {
  const from = (remoteAddress: string, over: object = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/signup',
      payload: account(over),
      remoteAddress,
    })

  it('counts accounts, not refused forms nor repeats, and refuses the 21st', async () => {
    const ip = '10.20.30.40'
    const weak = { password: 'aaaaaaaa' }
    for (let at = 0; at < 25; at++) expect((await from(ip, weak)).statusCode).toBe(400)
    const same = account()
    for (let at = 0; at < 5; at++) expect((await from(ip, same)).statusCode).toBe(201)
    const made = await Promise.all(Array.from({ length: 19 }, () => from(ip)))
    expect(made.map(({ statusCode }) => statusCode)).toEqual(made.map(() => 201))
    for (let at = 0; at < 3; at++) {
      const refused = await from(ip)
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
    }
    expect((await from('10.20.30.41')).statusCode).toBe(201)
    test.clock.advance(3_600_000)
    expect((await from(ip)).statusCode).toBe(201)
  })

  it('refuses the forms of a flood, also those that make no account', async () => {
    const ip = '10.20.30.42'
    for (let at = 0; at < 200; at++) await from(ip, { email: 'no es un correo' })
    expect((await from(ip)).json().code).toBe('rate_limited')
  })
})
