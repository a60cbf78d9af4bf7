// Generates the OpenAPI 3.1 description from the contract; no part is written by hand.
import type { z } from 'zod'
import { api, apiGroups } from '#contract/api.ts'
import { ErrorBody } from '#contract/common.ts'
import { type ErrorCode, messageOf, statusOf } from '#contract/errors.ts'
import type { RouteDef } from '#contract/route.ts'
import { type Json, namedSchemas, SchemaWriter } from './schemas.ts'

type Named = { group: string; name: string; route: RouteDef }

/** Returns the whole document. Schemas that `contract/` exports occur once, in `components`. */
export async function openApiDocument(version: string): Promise<Json> {
  const routes = Object.entries(api).flatMap(([group, calls]) =>
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
  const error = schemas.refer(ErrorBody, 'output')
  const paths: Record<string, Json> = {}
  for (const each of routes) {
    const path = each.route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][each.route.method.toLowerCase()] = operation(each, schemas, error)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cupo',
      version,
      description: 'Viajes compartidos entre ciudades de Colombia con billetera en pesos.',
      contact: { name: 'Soporte de Cupo' },
    },
    servers: [{ url: '/api' }],
    tags: Object.entries(apiGroups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: schemas.components(),
      headers: HEADERS,
    },
  }
}

function operation({ group, name, route }: Named, schemas: SchemaWriter, error: Json): Json {
  const key = { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: route.summary,
    description: route.description,
    ...security(route),
    parameters: [
      ...parameters(schemas, route.params, 'path'),
      ...parameters(schemas, route.query, 'query'),
      ...(route.idempotent ? [key] : []),
    ],
    ...(route.body ? { requestBody: requestBody(route, route.body, schemas) } : {}),
    responses: route.visited
      ? { '303': { description: `Redirige; un rechazo, a \`${route.visited}?error=…\`` } }
      : {
          [route.status ?? 200]: success(route, schemas),
          ...(route.etag ? { '304': { description: 'Igual a la de `If-None-Match`' } } : {}),
          ...failures(route, error),
        },
  }
}

/** With `optional`, a call without a token is answered too. */
function security({ auth }: RouteDef): Json {
  if (auth === 'public') return {}
  const bearer = { bearer: [] }
  return { security: auth === 'optional' ? [{}, bearer] : [bearer] }
}

function parameters(
  schemas: SchemaWriter,
  schema: z.ZodObject | undefined,
  place: 'path' | 'query',
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
  }))
}

function requestBody({ file }: RouteDef, body: z.ZodType, schemas: SchemaWriter): Json {
  if (!file) {
    const schema = schemas.refer(body, 'input')
    return { required: true, content: { 'application/json': { schema } } }
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

function success(route: RouteDef, schemas: SchemaWriter): Json {
  const headers = headersOf(
    ...(route.limit ? LIMIT_HEADERS : []),
    ...(route.etag ? (['ETag'] as const) : []),
  )
  if (route.raw) return { description: 'Contenido', ...headers }
  const stream = { 'text/event-stream': { schema: { type: 'string' } } }
  return {
    description: 'Listo',
    ...headers,
    content: {
      'application/json': { schema: schemas.refer(route.ok, 'output') },
      ...(route.stream ? stream : {}),
    },
  }
}

/** Headers of answers, each with its type. */
const HEADERS = {
  ETag: header('string', 'Huella de la respuesta, para `If-None-Match`'),
  RateLimit: header('string', 'Llamadas que quedan y segundos hasta que vuelvan todas, si se sabe'),
  'RateLimit-Policy': header('string', 'A quién se le cuentan las llamadas, cuántas y en cuánto'),
  'Retry-After': header('integer', 'Segundos hasta el próximo intento'),
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

/** Errors with the same status share one response that lists their codes. */
function failures({ errors, limit }: RouteDef, schema: Json): Json {
  const codes = new Set<ErrorCode>(['invalid_request', ...errors])
  if (limit) codes.add('rate_limited')
  const byStatus = Map.groupBy(codes, (code) => statusOf(code))
  const answers = [...byStatus].map(([status, found]) => [
    String(status),
    {
      description: found.map((code) => `\`${code}\`: ${messageOf(code)}`).join('\n'),
      ...headersOf(
        ...(RETRIED.has(status) ? (['Retry-After'] as const) : []),
        ...(limit && status === 429 ? LIMIT_HEADERS : []),
      ),
      content: { 'application/json': { schema } },
    },
  ])
  return Object.fromEntries(answers)
}
