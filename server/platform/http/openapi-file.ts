import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../crypto.ts'

const FILE = path.join(import.meta.dirname, '../../../contract/openapi.json')

function readDocument() {
  const body = readFileSync(FILE)
  return { body, tag: `"${sha256(body).toString('base64url').slice(0, 22)}"` }
}

let document: ReturnType<typeof readDocument> | undefined

/** Sends the cached bytes, or 304 for a matching ETag; clients may cache them for five minutes. */
export function sendOpenApi(request: FastifyRequest, reply: FastifyReply) {
  document ??= readDocument()
  const { body, tag } = document
  reply.header('etag', tag).header('cache-control', 'public, max-age=300')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}
