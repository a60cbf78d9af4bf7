import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { REDRAWN_TYPE } from '../picture-types.ts'

/** Answers with a file to save, which no cache keeps. */
export function sendFile(
  reply: FastifyReply,
  content: Buffer | string | Readable,
  { type, name }: { type: string; name: string },
): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(content)
}

/** Answers with a CSV that is sent while it is written. */
export const sendCsv = (reply: FastifyReply, name: string, parts: AsyncGenerator<string>) =>
  sendFile(reply, Readable.from(parts), { type: 'text/csv; charset=utf-8', name: `${name}.csv` })

/** Answers with a redrawn image, which a browser shows and never runs, sniffs or caches. */
export function sendImage(reply: FastifyReply, bytes: Buffer, name = 'foto.webp'): Buffer {
  reply.headers({
    'content-type': REDRAWN_TYPE,
    'content-disposition': `inline; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  return bytes
}
