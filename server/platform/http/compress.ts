import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Coding, codingOf } from './built-files.ts'

/** Size in bytes up to which an answer is sent as it is. */
const PLAIN_MAX_BYTES = 1_024

const TEXT = /^(text\/(?!event-stream)|application\/(json|xml)|image\/svg)/

/** Fields that open something, in a JSON answer. */
const SECRET = /"(\w*token|\w*secret|qr|codes)":/i

const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }

/** Quick, because the result is sent once. */
const compress: Record<Coding, (text: string | Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, { params }),
  gzip: (text) => promisify(gzip)(text, { level: 4 }),
}

/**
 * Compresses every answer of text above 1 kB as the client accepts it, if nobody has yet. Answers
 * with a secret stay as they are: their size would tell of it to whoever can put text beside it
 * (https://www.breachattack.com).
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload
    if (!TEXT.test(String(reply.getHeader('content-type')))) return payload
    if (reply.hasHeader('content-encoding') || request.method === 'HEAD') return payload
    if (Buffer.byteLength(payload) <= PLAIN_MAX_BYTES || holdsSecret(reply, payload)) return payload
    const vary = [reply.getHeader('vary'), 'accept-encoding'].flat().filter(Boolean)
    reply.header('vary', [...new Set(vary)].join(', '))
    const coding = codingOf(request)
    if (!coding) return payload
    reply.removeHeader('content-length').header('content-encoding', coding)
    return await compress[coding](payload)
  })
}

function holdsSecret(reply: FastifyReply, payload: string | Buffer): boolean {
  return reply.hasHeader('set-cookie') || (typeof payload === 'string' && SECRET.test(payload))
}
