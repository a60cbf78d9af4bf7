import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { BRAND_REVISION, type Brand, fillBrand } from '#contract/brand.ts'
import { scriptHashes } from '../render/script-hashes.ts'

export type Coding = 'br' | 'gzip'

/** A built web file that contains the company's data; cached in memory. */
export type BuiltFile = {
  type: string
  text: string
  scriptHashes: string[]
  /** ETag of the text, the same for all encodings. */
  etag: string
  copies: Partial<Record<Coding, Promise<Buffer>>>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
}

/** Files besides the pages in which the build leaves placeholders for the company's data. */
export const filledFiles = ['robots.txt', 'sitemap.xml', 'sw.js']

const read = new Map<string, Map<string, BuiltFile>>()

/**
 * Reads all pages and `filledFiles`, by path below `root`, with slashes. A folder is read once per
 * brand: servers of one process, such as those of tests, share files and compressed copies.
 */
export function readBuiltFiles(root: string, brand: Brand): Map<string, BuiltFile> {
  const revision = createHash('sha256').update(JSON.stringify(brand)).digest('hex').slice(0, 8)
  const key = `${revision} ${root}`
  const known = read.get(key)
  if (known) return known
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.html') || filledFiles.includes(file))
  const files = new Map(
    names.map((file) => {
      const built = readFileSync(path.join(root, file), 'utf8')
      const text = fillBrand(built.replaceAll(BRAND_REVISION, revision), brand)
      return [file, builtFile(text, TYPES[path.extname(file)] ?? '')]
    }),
  )
  read.set(key, files)
  return files
}

function builtFile(text: string, type: string): BuiltFile {
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  return { type, text, scriptHashes: scriptHashes(text), etag: `W/"${digest}"`, copies: {} }
}

/** Returns the best encoding that the client accepts, brotli before gzip. */
export function codingOf(request: FastifyRequest): Coding | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  // A weight of zero says that the client does not want it.
  const asks = (name: Coding) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  return (['br', 'gzip'] as const).find(asks)
}

/** Sends the file in an encoding that the client accepts; 304 if the client has this version. */
export async function sendBuiltFile(
  reply: FastifyReply,
  request: FastifyRequest,
  file: BuiltFile,
): Promise<FastifyReply> {
  reply.type(file.type).header('vary', 'accept-encoding').header('etag', file.etag)
  if (reply.statusCode === 200 && request.headers['if-none-match'] === file.etag) {
    return reply.code(304).send()
  }
  const coding = codingOf(request)
  if (!coding) return reply.send(file.text)
  file.copies[coding] ??= compress[coding](file.text)
  return reply.header('content-encoding', coding).send(await file.copies[coding])
}

const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/** Compresses each file once per encoding, since the result is sent until the process ends. */
const compress: Record<Coding, (text: string) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, { params }),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
}
