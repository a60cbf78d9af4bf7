import type { FastifyReply, FastifyRequest } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import { sha256 } from '../crypto.ts'
import { openApiDocument } from './openapi.ts'

type Made = { body: Buffer; tag: string }

let made: Made | undefined

/** Made at the first call and cached: the contract does not change while the process runs. */
function document(): Made {
  if (made) return made
  const body = Buffer.from(JSON.stringify(openApiDocument(packageJson.version)))
  made = { body, tag: `"${sha256(body).toString('base64url').slice(0, 22)}"` }
  return made
}

/** Sends the cached bytes, or 304 for a matching ETag; clients may cache them for five minutes. */
export function sendOpenApi(request: FastifyRequest, reply: FastifyReply) {
  const { body, tag } = document()
  reply.header('etag', tag).header('cache-control', 'public, max-age=300')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}
