import type { FastifyReply, FastifyRequest } from 'fastify'
import packageJson from '../../../package.json' with { type: 'json' }
import { sha256 } from '../crypto.ts'
import { openApiDocument } from './openapi.ts'

type Made = { body: Buffer; tag: string }

let made: Made | undefined

/** Made at the first call: the contract does not change while we run. */
function document(): Made {
  if (made) return made
  const body = Buffer.from(JSON.stringify(openApiDocument(packageJson.version)))
  made = { body, tag: `"${sha256(body).toString('base64url').slice(0, 22)}"` }
  return made
}

/** Answers the kept bytes, or 304 to who has them already; to be kept for five minutes. */
export function sendOpenApi(request: FastifyRequest, reply: FastifyReply) {
  const { body, tag } = document()
  reply.header('etag', tag).header('cache-control', 'public, max-age=300')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}
