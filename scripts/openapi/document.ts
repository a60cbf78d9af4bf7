// Generates the OpenAPI 3.1 description from the contract; no part is written by hand.
import type { z } from 'zod'
import { api, apiGroups } from '#contract/api.ts'
import { ErrorBody } from '#contract/common.ts'
import { errorCodes, messageOf, statusOf } from '#contract/errors.ts'
import { refusalsOf } from '#contract/refusals.ts'
import type { RouteDef } from '#contract/route.ts'
import { webhooks } from '#contract/webhooks.ts'
import packageJson from '../../package.json' with { type: 'json' }
import recordings from './examples.json' with { type: 'json' }
import { type Json, namedSchemas, SchemaWriter } from './schemas.ts'

type Named = { group: string; name: string; route: RouteDef }

/** Request and answer of a call, as `test/api-examples.db.test.ts` recorded them. */
type Example = { request?: unknown; response: unknown }
const examples: Readonly<Record<string, Example | undefined>> = recordings

const WEBHOOKS = 'What outside parties tell Cupo; their signature takes the place of a token.'

/** Returns the whole document. Schemas that `contract/` exports occur once, in `components`. */
export async function openApiDocument(): Promise<Json> {
  const routes = Object.entries({ ...api, webhooks }).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, RouteDef>).map(
      ([name, route]): Named => ({ group, name, route }),
    ),
  )
  const schemas = new SchemaWriter(await namedSchemas(), [
    ErrorBody,
    ...routes.flatMap(({ route: { params, query, body, ok } }) =>
      [params, query, body, ok].filter((schema) => schema !== undefined),
    ),
  ])
  schemas.refer(ErrorBody, 'output')
  const paths: Record<string, Json> = {}
  const shared: Json = {}
  for (const each of routes) {
    const path = each.route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][each.route.method.toLowerCase()] = operation(each, schemas, shared)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cupo',
      version: packageJson.version,
      description: 'Shared intercity trips in Colombia, paid from a wallet in pesos.',
      contact: { name: 'Soporte de Cupo' },
      license: { name: packageJson.license, identifier: 'LicenseRef-Cupo' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries({ ...apiGroups, webhooks: WEBHOOKS }).map(([name, description]) => ({
      name,
      description,
    })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: withCodes(schemas.components()),
      headers: HEADERS,
      responses: { Failure: FAILURE, ...shared },
    },
  }
}

/** What a call does, and for calls of the team the permission that it needs. */
function described({ auth, description }: RouteDef): string {
  return typeof auth === 'object' ? `${description} Needs \`${auth.permission}\`.` : description
}

function operation({ group, name, route }: Named, schemas: SchemaWriter, shared: Json): Json {
  const id = `${group}.${name}`
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }
  return {
    operationId: id,
    tags: [group],
    summary: route.summary,
    description: described(route),
    ...security(route),
    parameters: [
      ...parameters(schemas, route.params, { place: 'path' }),
      ...parameters(schemas, route.query, { place: 'query', example: examples[id]?.request }),
      ...(route.idempotent ? [key] : []),
    ],
    ...(route.body ? { requestBody: requestBody(route, route.body, { schemas, id }) } : {}),
    responses: route.visited
      ? { '303': { description: redirectOf(route) } }
      : {
          [route.status ?? 200]: success(route, { schemas, id }),
          ...(route.etag
            ? { '304': { description: 'Equal to the answer of `If-None-Match`' } }
            : {}),
          ...refusals(route, shared),
          default: { $ref: '#/components/responses/Failure' },
        },
  }
}

/** Says where a call to which a browser navigates leads, and with which codes when refused. */
function redirectOf(route: RouteDef): string {
  const codes = refusalsOf(route).map((code) => `\`${code}\``)
  return `Redirects; a refusal goes to \`${route.visited}?error=…\`: ${codes.join(', ')}`
}

/** With `optional`, a call without a token is answered too. */
function security({ auth }: RouteDef): Json {
  if (auth === 'public') return { security: [] }
  const bearer = { bearer: [] }
  return { security: auth === 'optional' ? [{}, bearer] : [bearer] }
}

function parameters(
  schemas: SchemaWriter,
  schema: z.ZodObject | undefined,
  { place, example = {} }: { place: 'path' | 'query'; example?: unknown },
): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.write(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...exampleOf(sentAs(property, (example as Json)[name])),
  }))
}

/** A value of a query string in the type that the description gives it. */
function sentAs({ type }: Json, value: unknown): unknown {
  return type === 'integer' && value !== undefined ? Number(value) : value
}

type Writing = { schemas: SchemaWriter; id: string }

function requestBody({ file }: RouteDef, body: z.ZodType, { schemas, id }: Writing): Json {
  if (!file) {
    const json = { schema: schemas.refer(body, 'input'), ...exampleOf(examples[id]?.request) }
    return { required: true, content: { 'application/json': json } }
  }
  const schema = schemas.write(body, 'input')
  const { properties = {} } = schema as { properties?: Json }
  const image = { [file.field]: { type: 'string', contentMediaType: 'image/*' } }
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: { ...schema, properties: { ...properties, ...image } } },
    },
  }
}

function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example }
}

function success(route: RouteDef, { schemas, id }: Writing): Json {
  const headers = headersOf(
    ...(route.limit ? LIMIT_HEADERS : []),
    ...(route.etag ? (['ETag'] as const) : []),
  )
  if (route.raw) return { description: 'Content', ...headers }
  const stream = { 'text/event-stream': { schema: { type: 'string' } } }
  return {
    description: 'Success',
    ...headers,
    content: {
      'application/json': {
        schema: schemas.refer(route.ok, 'output'),
        ...exampleOf(examples[id]?.response),
      },
      ...(route.stream ? stream : {}),
    },
  }
}

/** Headers of answers, each with its type. */
const HEADERS = {
  ETag: header('string', 'Fingerprint of the answer, for `If-None-Match`'),
  RateLimit: header('string', 'Remaining calls, and seconds until all are back, if known'),
  'RateLimit-Policy': header('string', 'Whose calls are counted, how many, and in which time'),
  'Retry-After': header('integer', 'Seconds until the next attempt'),
}

const LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const

function header(type: string, description: string): Json {
  return { description, schema: { type } }
}

function headersOf(...names: (keyof typeof HEADERS)[]): Json {
  if (names.length === 0) return {}
  const refs = names.map((name) => [name, { $ref: `#/components/headers/${name}` }])
  return { headers: Object.fromEntries(refs) }
}

/** Statuses after which the same call can be repeated, after the seconds in the header. */
const RETRIED: ReadonlySet<number> = new Set([429, 503])

const ERROR = { $ref: '#/components/schemas/ErrorBody' }

/** Answer of any call when the service fails: the codes with a status of 500 and above. */
const FAILURE = {
  description: 'The call failed on our side; with `Retry-After` it can be repeated.',
  ...headersOf('Retry-After'),
  content: { 'application/json': { schema: ERROR } },
}

/** More codes than this are of one call only, so that their response is not shared. */
const SHARED_CODES_MAX = 3

/**
 * Refusals with the same status share one response, whose `code` is one of theirs. What many calls
 * refuse alike goes into `shared`, under the status and the codes.
 */
function refusals(route: RouteDef, shared: Json): Json {
  const byStatus = Map.groupBy(refusalsOf(route), (code) => statusOf(code))
  const answers = [...byStatus].map(([status, codes]) => {
    const schema = { allOf: [ERROR, { properties: { code: { enum: codes } } }] }
    const response = {
      description: codes.map((code) => `\`${code}\`: ${messageOf(code)}`).join('\n'),
      ...headersOf(
        ...(RETRIED.has(status) ? (['Retry-After'] as const) : []),
        ...(status === 429 ? LIMIT_HEADERS : []),
      ),
      content: { 'application/json': { schema } },
    }
    if (codes.length > SHARED_CODES_MAX) return [String(status), response]
    const name = [status, ...codes.toSorted()].join('.')
    shared[name] = response
    return [String(status), { $ref: `#/components/responses/${name}` }]
  })
  return Object.fromEntries(answers)
}

/** Closes the list of codes, which the contract leaves open to spare browsers the table. */
function withCodes(schemas: Json): Json {
  const { ErrorBody: body } = schemas as { ErrorBody: { properties: Json } }
  const code = { $ref: '#/components/schemas/ErrorCode' }
  return {
    ...schemas,
    ErrorBody: { ...body, properties: { ...body.properties, code } },
    ErrorCode: { type: 'string', enum: errorCodes() },
  }
}
