import { beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './app.ts'
import { type Attempt, codeComplaint, failuresOf, refusalComplaint } from './every-route.ts'
import { aVerifiedDriver, type TestDriver } from './factories.ts'

// Whole classes of input faults: text that the database cannot store, truncated forms, dates out of
// range, and JSON with repeated keys. Each must give a 4xx on every route.

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

/** An attempt that must be refused with 400 and this code. */
function refused(path: string, fault: string, sent: Sent, code = 'invalid_request'): Attempt {
  const check = async () => codeComplaint(await send(path, sent), 400, code)
  return { name: path, fault, check }
}

const ID = '01890000-0000-7000-8000-00000000dead'

/** Text that the database cannot store, or that is unreadable. */
const trouble: [string, string][] = [
  ['NUL', '\\u0000'],
  ['half a surrogate pair', '\\ud83d'],
  ['the other half', '\\udc00'],
  ['a control character', '\\u0007'],
  ['a C1 control character', '\\u0085'],
  ['a noncharacter', '\\uffff'],
]

type Body = [path: string, payload: string, method: 'POST' | 'PATCH']

/** Bodies for each kind of field, with this text in the field. */
const bodiesWith = (char: string): Body[] => [
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

function queriesWith([fault, char]: [string, string]): Attempt[] {
  const text = JSON.parse(`"${char}"`) as string
  // An address cannot carry half a surrogate pair.
  if (!text.isWellFormed()) return []
  return [refused(`/places?q=${encodeURIComponent(text)}`, fault, { method: 'GET' })]
}

describe('text that cannot be stored', () => {
  it('refuses text that cannot be stored in every kind of field', async () => {
    const attempts = trouble.flatMap(([fault, char]) =>
      bodiesWith(char).map(([path, payload, method]) =>
        refused(path, `${fault} in ${payload}`, { method, payload }),
      ),
    )
    expect(attempts).toHaveLength(trouble.length * 10)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('refuses text that cannot be stored in a query', async () => {
    const attempts = trouble.flatMap(queriesWith)
    expect(attempts).toHaveLength(4)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('names a planted route that accepts text that cannot be stored', async () => {
    const attempts = [
      refused('/places?q=bogota', 'no fault', { method: 'GET' }),
      refused('/payments/create', 'no key twice', { payload: '{"amount":1}' }, 'invalid_json'),
    ]
    expect(await failuresOf(attempts)).toEqual([
      expect.stringMatching(/^\/places\?q=bogota, no fault: 200 /),
      '/payments/create, no key twice: amount_too_small in place of invalid_json',
    ])
  })
})

it('stores text with combining characters in composed form', async () => {
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

describe('a truncated form', () => {
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

  it('refuses a truncated form on a route for documents and one for photos', async () => {
    const type = 'multipart/form-data; boundary=x'
    const attempts = ['/documents', '/users/me/photo'].flatMap((path) =>
      forms.map(([fault, payload]) => refused(path, fault, { payload, type })),
    )
    expect(attempts).toHaveLength(26)
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('refuses a form without a boundary', async () => {
    const types = ['', '; boundary=', '; boundary="'].map((end) => `multipart/form-data${end}`)
    const attempts = types.map((type) => ({
      name: '/documents',
      fault: type,
      async check() {
        const answer = await send('/documents', { payload: `${file}--x--\r\n`, type })
        return refusalComplaint(answer, [400, 415])
      },
    }))
    expect(await failuresOf(attempts)).toEqual([])
  })
})

describe('a date out of range', () => {
  it('refuses a year out of range in a search, a route and an alert', async () => {
    const dates = ['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31']
    const attempts = dates.flatMap((date) => {
      const alert = { from: '11001', to: '73001', since: date, until: date }
      const search = `/trips/search?from=11001&to=73001&date=${date}`
      return [
        refused(search, date, { method: 'GET' }),
        refused(`/places/route?stops=11001,73001&date=${date}`, date, { method: 'GET' }),
        refused('/alerts', date, { payload: JSON.stringify(alert) }),
      ]
    })
    expect(await failuresOf(attempts)).toEqual([])
  })

  it('refuses a year out of range as the time of a scan', async () => {
    const instants = ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-14:00', '-00001-01-01T00:00:00Z']
    const attempts = instants.map((instant) => {
      const scan = { nonce: ID, code: 'ABCDEF', scannedAt: instant, offline: true }
      const body = { deviceId: ID, deviceName: 'Tel', scans: [scan] }
      return refused(`/trips/${ID}/scans`, instant, { payload: JSON.stringify(body) })
    })
    expect(await failuresOf(attempts)).toEqual([])
  })
})

it('refuses JSON with a repeated key, also when it is nested or escaped', async () => {
  const payloads = [
    '{"amount":50000,"amount":90000}',
    '{"amount":50000,"am\\u006funt":90000}',
    '{"amount":50000,"x":[{"a":1},{"a":1,"b":{"c":1,"c":2}}]}',
  ]
  const attempts = payloads.map((payload) =>
    refused('/payments/create', payload, { payload }, 'invalid_json'),
  )
  expect(await failuresOf(attempts)).toEqual([])
})
