// Generates one request for an operation, as a person's app, a careless program or an attacker
// would send it.
import fc from 'fast-check'
import type { RouteDef } from '#contract/route.ts'
import { blackPng } from '#test/images.ts'
import { hostileLeaf, nearly, type Pool, valuesOf } from './values.ts'

export type Operation = { name: string; route: RouteDef }

export type Sent = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

/** Requests of one operation; the same seed and pool give the same requests. */
export function requestsFor({ route }: Operation, pool: Pool): fc.Arbitrary<Sent> {
  const path = fc.tuple(pathOf(route, pool), queryOf(route, pool)).map((parts) => parts.join(''))
  return fc
    .tuple(path, headersOf(route), contentOf(route, pool))
    .map(([address, headers, sent]) => ({
      method: route.method,
      path: address,
      headers: { ...headers, ...sent.headers },
      body: sent.body,
    }))
}

function mostly<T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>, weight = 8): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })
}

function pathOf(route: RouteDef, pool: Pool): fc.Arbitrary<string> {
  const shape = route.params?.shape ?? {}
  const parts = Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      mostly(valuesOf(schema as never, pool), hostileLeaf).map(inAddress),
    ]),
  )
  return fc
    .record(parts)
    .map((values) =>
      route.path.replace(
        /:(\w+)/g,
        (_, name: string) => (values as Record<string, string>)[name] ?? '',
      ),
    )
}

/** Converts a value to text; a generated object may have a `toString` that is no function. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value)
}

/** Half a surrogate pair cannot be written in an address, so it is replaced as browsers do. */
function inAddress(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed()).slice(0, 300)
}

function queryOf(route: RouteDef, pool: Pool): fc.Arbitrary<string> {
  const odd = fc.constantFrom(
    '?x=1',
    '?page=1&page=2',
    '?%00=%00',
    '?a[b]=1',
    '?__proto__=1',
    '?&&&=',
  )
  if (!route.query) return mostly(fc.constant(''), odd, 30)
  const usual = mostly(valuesOf(route.query, pool), nearly(valuesOf(route.query, pool)), 3)
  const written = usual.map((value) => {
    const entries = Object.entries((value ?? {}) as object)
    if (entries.length === 0) return ''
    return `?${entries.map(([name, each]) => `${inAddress(name)}=${inAddress(each)}`).join('&')}`
  })
  return mostly(written, odd, 12)
}

const oddHeaders: Record<string, string>[] = [
  { authorization: 'Bearer' },
  { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
  { authorization: `Bearer ${'a'.repeat(4_000)}` },
  { authorization: 'Basic Og==' },
  { cookie: 'cupo_refresh=%00' },
  { cookie: '__Host-cupo_refresh=%F0%9F; cupo_refresh=a; cupo_refresh=b' },
  { cookie: `cupo_refresh=${'x'.repeat(3_000)}` },
  { origin: 'null' },
  { origin: 'https://evil.test' },
  { 'x-forwarded-for': 'unknown, \u00e9, 999.1.1.1' },
  { 'x-forwarded-host': 'evil.test' },
  { 'user-agent': '\u0085\u00ff'.repeat(50) },
  { 'user-agent': 'x'.repeat(2_000) },
  { 'if-none-match': '"%"' },
  { 'accept-encoding': 'gzip;q=nan' },
  { range: 'bytes=5-1' },
  { 'content-encoding': 'gzip' },
  { expect: '100-continue' },
]

function headersOf(route: RouteDef): fc.Arbitrary<Record<string, string>> {
  const odd = fc.constantFrom(...oddHeaders)
  if (!route.idempotent) return mostly(fc.constant({}), odd, 10)
  const key = fc.oneof(
    { weight: 4, arbitrary: fc.uuid() },
    { weight: 2, arbitrary: fc.constantFrom('clave-de-prueba-1', 'clave-de-prueba-2') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', 'corta', 'x'.repeat(256), 'a b c d e f g h', '\u00ff'),
    },
  )
  return mostly(
    key.map((value): Record<string, string> => ({ 'idempotency-key': value })),
    odd,
    10,
  )
}

type Content = { headers: Record<string, string>; body: Buffer | undefined }

function contentOf(route: RouteDef, pool: Pool): fc.Arbitrary<Content> {
  if (!route.body) return fc.constant({ headers: {}, body: undefined })
  const usual = valuesOf(route.body, pool)
  const value = fc.oneof(
    { weight: 6, arbitrary: usual },
    { weight: 3, arbitrary: nearly(usual) },
    { weight: 1, arbitrary: hostileLeaf },
  )
  if (route.file)
    return mostly(
      value.chain((fields) => formOf(route, fields)),
      brokenForm,
      6,
    )
  return mostly(value.map(asJson), brokenJson, 12)
}

function asJson(value: unknown): Content {
  const text = JSON.stringify(value) ?? ''
  return { headers: { 'content-type': 'application/json' }, body: Buffer.from(text) }
}

const json = (text: string | Buffer, type = 'application/json'): Content => ({
  headers: { 'content-type': type },
  body: Buffer.from(text),
})

const brokenJson = fc.constantFrom<Content>(
  json('{'),
  json('{"a":1,"a":2}'),
  json('{"__proto__":{"x":1}}'),
  json('{"constructor":{"prototype":{}}}'),
  json(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  json('['.repeat(30_000) + ']'.repeat(30_000)),
  json(Buffer.from('7b2261223a22ff227d', 'hex')),
  json(Buffer.concat([Buffer.from('efbbbf', 'hex'), Buffer.from('{}')])),
  json('{"a":1e400}'),
  json(`{"a":"${'x'.repeat(70_000)}"}`),
  json(''),
  json('null'),
  json('"texto"'),
  json('{}', 'text/plain'),
  json('a=1', 'application/x-www-form-urlencoded'),
  json('--x--', 'multipart/form-data; boundary=x'),
  json('{}', 'application/json; charset=utf-16'),
  json('{}', ';;;'),
)

const image = blackPng(40, 30)
const files = fc.constantFrom(
  image,
  image.subarray(0, 40),
  Buffer.from('<svg/>'),
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.alloc(0),
)

function formOf(route: RouteDef, fields: unknown): fc.Arbitrary<Content> {
  const rows = Object.entries(typeof fields === 'object' && fields ? fields : {})
  const field = route.file?.field ?? 'file'
  return fc
    .tuple(files, fc.constantFrom('a.jpg', '', '../../x', 'ñ"\u00ff.png'))
    .map(([file, name]) => {
      const parts = rows.map(([key, value]) => part(`name="${key}"`, Buffer.from(textOf(value))))
      parts.push(part(`name="${field}"; filename="${name.replace('"', '')}"`, file))
      return form(Buffer.concat([...parts, Buffer.from('--x--\r\n')]))
    })
}

function part(head: string, body: Buffer): Buffer {
  const start = `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n`
  return Buffer.concat([Buffer.from(start), body, Buffer.from('\r\n')])
}

const form = (body: Buffer, type = 'multipart/form-data; boundary=x'): Content => ({
  headers: { 'content-type': type },
  body,
})

const brokenForm: fc.Arbitrary<Content> = fc.oneof(
  fc.constantFrom(
    form(Buffer.alloc(0)),
    form(part('name="file"; filename="a.jpg"', image)),
    form(part('name="file"; filename="a.jpg"', image).subarray(0, 70)),
    form(Buffer.from('--x\r\n\r\n\r\n--x--\r\n')),
    form(Buffer.from('--x--\r\n'), 'multipart/form-data'),
    form(Buffer.from('--x--\r\n'), 'multipart/form-data; boundary=""'),
    form(Buffer.from('{}'), 'application/json'),
  ),
  fc.uint8Array({ maxLength: 300 }).map((bytes) => form(Buffer.from(bytes))),
)
