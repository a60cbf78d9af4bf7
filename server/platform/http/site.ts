import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../errors.ts'
import { sendError } from './error-handler.ts'

type Page = { file: string; scriptHashes: string[] }

const FALLBACK = '__spa-fallback.html'
const HASHED_ASSET = /^\/assets\//

/** Serves the built web: prerendered pages where they exist, else the app shell. */
export async function serveSite(app: FastifyInstance, root: string): Promise<void> {
  const pages = existsSync(root) ? findPages(root) : new Map<string, Page>()
  const shell = pages.get(`/${FALLBACK}`) ?? pages.get('/')
  if (shell) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        reply.header('cache-control', cacheRule(file.slice(root.length)))
      },
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    const page = pages.get(pathname.replace(/\/+$/, '') || '/') ?? shell
    if (!page || !isPageRequest(request.method, pathname)) {
      return sendError(reply, request, new AppError('not_found'))
    }
    return sendPage(reply, page)
  })
}

function isPageRequest(method: string, pathname: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const isMachine = /^\/(api|webhooks|assets|sandbox)(\/|$)/.test(pathname)
  return !isMachine && !/\.[a-z0-9]{2,5}$/i.test(pathname)
}

/** A page may run its own inline scripts, known by their hashes, and no others. */
function sendPage(reply: FastifyReply, page: Page) {
  const policy = String(reply.getHeader('content-security-policy'))
  const own = ["script-src 'self'", ...page.scriptHashes].join(' ')
  reply.header('content-security-policy', policy.replace("script-src 'self'", own))
  return reply.sendFile(page.file, { cacheControl: false })
}

function cacheRule(file: string): string {
  if (HASHED_ASSET.test(file)) return 'public, max-age=31536000, immutable'
  // A kept service worker would keep everything else old with it.
  return /(\.html|\/sw\.js)(\.(br|gz))?$/.test(file) ? 'no-cache' : 'public, max-age=3600'
}

/** Address → page, for every HTML file of the build. */
function findPages(root: string): Map<string, Page> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.split(path.sep).join('/'))
  return new Map(
    files.map((file) => {
      const address = `/${file.replace(/(^|\/)index\.html$/, '')}`
      return [address, { file, scriptHashes: inlineHashes(root, file) }]
    }),
  )
}

function inlineHashes(root: string, file: string): string[] {
  const html = readFileSync(path.join(root, file), 'utf8')
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return scripts.map(
    ([, text]) =>
      `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`,
  )
}
