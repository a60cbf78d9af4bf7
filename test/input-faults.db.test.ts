import { beforeAll, describe, expect, it } from 'vitest'
import { ErrorBody } from '#contract/common.ts'
import { openTestApp, type TestApp } from './app.ts'
import { aVerifiedDriver, type TestDriver } from './factories.ts'

// Faults of whole classes: text that the database cannot keep, forms that end early, dates out of
// range, and JSON with repeated keys. Each is a 4xx, whatever the route.

let test: TestApp
let driver: TestDriver

beforeAll(async () => {
  test = await openTestApp()
  driver = await aVerifiedDriver(test.deps, {
    roles: ['passenger', 'driver', 'verifier', 'support', 'finance', 'admin'],
  })
})

type Sent = {
  method?: 'GET' | 'POST' | 'PATCH'
  type?: string
  payload?: string | Buffer
  headers?: Record<string, string>
}

function send(
  path: string,
  { method = 'POST', type = 'application/json', payload, ...rest }: Sent,
) {
  return test.app.inject({
    method,
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${driver.token}`,
      ...(payload === undefined ? {} : { 'content-type': type }),
      ...rest.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
}

async function expectRefused(path: string, sent: Sent, code = 'invalid_request') {
  const answer = await send(path, sent)
  expect({ status: answer.statusCode, code: ErrorBody.parse(answer.json()).code }).toEqual({
    status: 400,
    code,
  })
}

const ID = '01890000-0000-7000-8000-00000000dead'
const trouble: [string, string][] = [
  ['NUL', '\\u0000'],
  ['half a surrogate pair', '\\ud83d'],
  ['the other half', '\\udc00'],
  ['a control character', '\\u0007'],
  ['a C1 control character', '\\u0085'],
  ['a noncharacter', '\\uffff'],
]

describe.each(trouble)('text with %s is refused', (_what, char) => {
  const bodies: [string, string, 'POST' | 'PATCH'][] = [
    ['/auth/login', `{"email":"a${char}@correo.test","password":"Clave de prueba 1"}`, 'POST'],
    ['/auth/login', `{"email":"a@correo.test","password":"Clave ${char} prueba"}`, 'POST'],
    ['/auth/debug-user', `{"email":"a${char}@correo.test"}`, 'POST'],
    ['/auth/refresh', `{"refresh_token":"${char}"}`, 'POST'],
    ['/auth/recover-account/confirm', `{"token":"${char}"}`, 'POST'],
    ['/auth/bootstrap', `{"client":"${char}"}`, 'POST'],
    ['/users/me', `{"first_name":"Lau${char}ra"}`, 'PATCH'],
    ['/users/me', `{"phone_number":"300${char}"}`, 'PATCH'],
    [
      '/vehicles',
      `{"plate":"ABC123","brand":"Re${char}nault","model":"Logan","color":"Gris",` +
        '"year":2019,"seats":5}',
      'POST',
    ],
    [
      `/trips/${ID}/scans`,
      `{"deviceId":"${ID}","deviceName":"Te${char}l","scans":[{"nonce":"${ID}",` +
        `"code":"ABC${char}DEF","scannedAt":"2026-11-20T13:00:00Z","offline":true}]}`,
      'POST',
    ],
  ]
  // covers: C98, C195, V1.3.3
  it.each(bodies)('is refused by %s %s', async (path, payload, method) => {
    await expectRefused(path, { method, payload })
  })

  it('in a query', async () => {
    const text = JSON.parse(`"${char}"`) as string
    if (!text.isWellFormed()) return // An address cannot carry it.
    await expectRefused(`/places?q=${encodeURIComponent(text)}`, { method: 'GET' })
  })
})

// covers: C99, V1.1.1
it('text written in two ways is kept in one: composed', async () => {
  const car = {
    plate: 'XYZ987',
    brand: 'Citroe\u0308n',
    model: 'C3',
    color: 'Gris',
    year: 2019,
    seats: 5,
  }
  const answer = await send('/vehicles', { payload: JSON.stringify(car) })
  expect(answer.json().vehicle?.brand).toBe('Citro\u00ebn')
})

describe('a form that is broken', () => {
  const part = (head: string, body: string) =>
    `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const file = part('name="file"; filename="a.jpg"', 'no image')
  const forms: [string, string | Buffer][] = [
    ['nothing', ''],
    ['cut off inside its file', file.slice(0, -6)],
    ['cut off inside a header', '--x\r\ncontent-disposition: form-da'],
    ['without its end', file],
    ['without headers', '--x\r\n\r\nno image\r\n--x--\r\n'],
    ['headers that are none', '--x\r\n\u0001\u0002: \u0003\r\n\r\na\r\n--x--\r\n'],
    [
      'a header of 100 kB',
      `--x\r\ncontent-disposition: ${'y'.repeat(100_000)}\r\n\r\na\r\n--x--\r\n`,
    ],
    ['another boundary', file.replaceAll('--x', '--z')],
    ['bytes', Buffer.from(Array.from({ length: 600 }, (_, n) => n % 256))],
    ['a field named like a method', `${part('name="toString"', 'a')}${file}--x--\r\n`],
    ['a field with NUL', `${part('name="kind"', 'self\u0000ie')}${file}--x--\r\n`],
    ['a field without name', `${part('filename="b"', 'a')}${file}--x--\r\n`],
    [
      'two kinds of encoding',
      `${part('name="kind"\r\ncontent-transfer-encoding: base64', 'a')}--x--`,
    ],
  ]
  const addresses = ['/documents', '/users/me/photo']
  // covers: C100, V1.5.2
  it.each(
    addresses.flatMap((path) => forms.map(([what, payload]) => [path, what, payload] as const)),
  )('is refused by %s: %s', async (path, _what, payload) => {
    await expectRefused(path, { payload, type: 'multipart/form-data; boundary=x' })
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
  ])('of the type %s', async (type) => {
    const answer = await send('/documents', { payload: `${file}--x--\r\n`, type })
    expect([400, 415]).toContain(answer.statusCode)
    ErrorBody.parse(answer.json())
  })
})

describe('a date outside every calendar of ours', () => {
  it.each(['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'])(
    '%s',
    async (date) => {
      const query = `from=11001&to=73001&date=${date}`
      await expectRefused(`/trips/search?${query}`, { method: 'GET' })
      await expectRefused(`/places/route?stops=11001,73001&date=${date}`, { method: 'GET' })
      const alert = { from: '11001', to: '73001', since: date, until: date }
      await expectRefused('/alerts', { payload: JSON.stringify(alert) })
    },
  )

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '-00001-01-01T00:00:00Z'])(
    '%s',
    async (instant) => {
      const scan = { nonce: ID, code: 'ABCDEF', scannedAt: instant, offline: true }
      const body = { deviceId: ID, deviceName: 'Tel', scans: [scan] }
      await expectRefused(`/trips/${ID}/scans`, { payload: JSON.stringify(body) })
    },
  )
})

describe('a key said twice', () => {
  // covers: C97, C195, V15.3.7
  it.each([
    '{"amount":50000,"amount":90000}',
    '{"amount":50000,"am\\u006funt":90000}',
    '{"amount":50000,"x":[{"a":1},{"a":1,"b":{"c":1,"c":2}}]}',
  ])('is refused in %s', async (payload) => {
    await expectRefused('/payments/create', { payload }, 'invalid_json')
  })
})
