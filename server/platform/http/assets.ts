import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Coding, codingOf } from './built-files.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const ENDINGS: Record<Coding, string> = { br: '.br', gzip: '.gz' }
const NAME = /^[\w-][\w.-]*$/

/** Bytes of assets by path; null: no such file, which is known of a coding only. */
const read = new Map<string, Promise<Buffer | null>>()

/**
 * Serves the assets of the build, each read from the disk once per process and coding: their names
 * contain a hash of the content, so they never change. An unknown name is looked up each time,
 * because an update adds the files of the other release while two run.
 */
export function serveAssets(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params
    const type = TYPES[path.extname(name)]
    if (!type || !NAME.test(name)) return reply.callNotFound()
    const etag = `"${name}"`
    const file = path.join(folder, name)
    const coding = codingOf(request)
    const bytes = await bytesOf(file)
    if (!bytes) {
      read.delete(file)
      return reply.callNotFound()
    }
    const packed = coding && (await bytesOf(file + ENDINGS[coding]))
    reply.type(type).header('vary', 'accept-encoding').header('etag', etag)
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    if (packed) reply.header('content-encoding', coding)
    return reply.send(packed ?? bytes)
  })
}

function bytesOf(file: string): Promise<Buffer | null> {
  const known = read.get(file) ?? readFile(file).catch(() => null)
  read.set(file, known)
  return known
}
