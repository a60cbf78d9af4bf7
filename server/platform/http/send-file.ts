import type { FastifyReply } from 'fastify'

/** Answers with a file to save, which no cache keeps. */
export function sendFile(
  reply: FastifyReply,
  content: Buffer | string,
  { type, name }: { type: string; name: string },
): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
    .send(content)
}

/** Answers with an image that a browser shows and never runs, without sniffing or caching. */
export function sendImage(
  reply: FastifyReply,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
  name = 'foto.webp',
): Buffer {
  reply.headers({
    'content-type': contentType,
    'content-disposition': `inline; filename="${name}"`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  return bytes
}
