import { z } from 'zod'
import { api, apiGroups } from '#contract/api.ts'
import { ErrorBody } from '#contract/common.ts'
import { type ErrorCode, messageOf, statusOf } from '#contract/errors.ts'
import type { RouteDef } from '#contract/route.ts'

type Json = Record<string, unknown>

/** The contract as OpenAPI 3.1; nothing is written by hand. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const [group, routes] of Object.entries(api)) {
    for (const [name, route] of Object.entries(routes as Record<string, RouteDef>)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      const item = paths[path] ?? {}
      paths[path] = item
      item[route.method.toLowerCase()] = operation(group, name, route)
    }
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
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

function operation(group: string, name: string, route: RouteDef): Json {
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: route.summary,
    description: route.description,
    ...(route.auth === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } }]
        : []),
    ],
    ...(route.body ? { requestBody: requestBody(route) } : {}),
    responses: { [route.status ?? 200]: success(route), ...failures(route.errors) },
  }
}

function parameters(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
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

function requestBody(route: RouteDef): Json {
  const schema = schemaOf(route.body as z.ZodType, 'input')
  if (!route.file) return { required: true, content: { 'application/json': { schema } } }
  const { properties = {} } = schema as { properties?: Json }
  const file = { [route.file.field]: { type: 'string', contentMediaType: 'image/*' } }
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: { ...schema, properties: { ...properties, ...file } } },
    },
  }
}

function success(route: RouteDef): Json {
  if (route.raw) return { description: 'Contenido' }
  const stream = { 'text/event-stream': { schema: { type: 'string' } } }
  return {
    description: 'Listo',
    content: {
      'application/json': { schema: schemaOf(route.ok, 'output') },
      ...(route.stream ? stream : {}),
    },
  }
}

/** Errors of the same status share one answer that lists their codes. */
function failures(codes: readonly ErrorCode[]): Json {
  const answers: Record<string, { description: string; content: Json }> = {}
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  for (const code of new Set<ErrorCode>(['invalid_request', ...codes])) {
    const status = String(statusOf(code))
    const line = `\`${code}\`: ${messageOf(code)}`
    const earlier = answers[status]
    answers[status] = {
      description: earlier ? `${earlier.description}\n${line}` : line,
      content,
    }
  }
  return answers
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
