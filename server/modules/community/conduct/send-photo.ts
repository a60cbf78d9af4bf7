import type { FastifyReply } from 'fastify'

/** Answers with a photo that a browser shows and never runs. */
export function sendPhoto(
  reply: FastifyReply,
  { bytes, contentType }: { bytes: Buffer; contentType: string },
): Buffer {
  reply.headers({
    'content-type': contentType,
    'content-disposition': 'inline; filename="foto.webp"',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  })
  return bytes
}
