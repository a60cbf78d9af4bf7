import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { sendError } from './error-handler.ts'

export type Site = {
  /** CSP hashes of every inline script of the built pages. */
  scriptHashes: string[]
  mount(app: FastifyInstance): Promise<void>
}

const FALLBACK = '__spa-fallback.html'
const HASHED_ASSET = /^\/assets\//

/** The built web: prerendered pages where they exist, the app shell for every other address. */
export function openSite(root: string): Site {
  const pages = existsSync(root) ? findPages(root) : new Map<string, string>()
  const shell = existsSync(path.join(root, FALLBACK)) ? FALLBACK : 'index.html'
  return {
    scriptHashes: [...new Set([...pages.values()].flatMap((file) => inlineHashes(root, file)))],
    async mount(app) {
      if (pages.size > 0) {
        await app.register(fastifyStatic, {
          root,
          index: false,
          wildcard: false,
          setHeaders: (reply, file) => {
            reply.header('cache-control', cacheRule(file.slice(root.length)))
          },
          globIgnore: ['**/*.html'],
        })
      }
      app.setNotFoundHandler((request, reply) => answerPage(request, reply, pages, shell))
    },
  }
}

function cacheRule(file: string): string {
  return HASHED_ASSET.test(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
}

function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pages: Map<string, string>,
  shell: string,
) {
  const pathname = request.url.split('?')[0] ?? '/'
  const isPage = request.method === 'GET' || request.method === 'HEAD'
  const isMachine = /^\/(api|webhooks|assets|sandbox)(\/|$)/.test(pathname)
  if (!isPage || isMachine || pages.size === 0 || /\.[a-z0-9]{2,5}$/i.test(pathname)) {
    return sendError(reply, request, new AppError('not_found'))
  }
  const file = pages.get(pathname.replace(/\/+$/, '') || '/') ?? shell
  reply.header('cache-control', 'no-cache')
  return reply.sendFile(file, { cacheControl: false })
}

/** Address → file of every prerendered page. */
function findPages(root: string): Map<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.split(path.sep).join('/'))
    .map((file) => [`/${file.replace(/(^|\/)index\.html$/, '')}`.replace(/\/$/, '') || '/', file])
  return new Map(pages as [string, string][])
}

function inlineHashes(root: string, file: string): string[] {
  const html = readFileSync(path.join(root, file), 'utf8')
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return scripts.map(
    ([, text]) => `'sha256-${createHash('sha256').update(text ?? '').digest('base64')}'`,
  )
}
