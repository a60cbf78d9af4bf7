import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '#contract/brand.ts'
import { AppError } from '../errors.ts'
import type { RenderedPage } from '../render/render-messages.ts'
import type { SiteRenderer } from '../render/render-site.ts'
import { serveAssets } from './assets.ts'
import {
  type BuiltFile,
  codingOf,
  filledFiles,
  readBuiltFiles,
  sendBuiltFile,
} from './built-files.ts'
import { sendError } from './error-handler.ts'

const FALLBACK = '__spa-fallback.html'
/** Address of the shell for the service worker, which caches only answers with status 200. */
const SHELL_ADDRESS = '/__spa-fallback'
/** Address at which the page for unknown addresses is prerendered. */
const NOT_FOUND = '/404'
const SHELLS = '__shells/routes.json'
/** Pages below this path are all prerendered: any other address there does not exist. */
const ALL_MADE = /^\/viajes\//i

/** Addresses that contain the id of a trip or the like, and the check whether it exists. */
export type PageCheck = {
  pattern: RegExp
  exists(match: RegExpExecArray): Promise<boolean>
}

type Site = {
  root: string
  brand: Brand
  checks: readonly PageCheck[]
  rendered: SiteRenderer
}

/** Serves the rendered page, else the prerendered one, else the shell; 404 for other addresses. */
export async function serveSite(app: FastifyInstance, { root, brand, checks, rendered }: Site) {
  const files = existsSync(root) ? readBuiltFiles(root, brand) : new Map<string, BuiltFile>()
  const pages = pagesOf(files)
  const shell = pages.get(`/${FALLBACK}`) ?? pages.get('/')
  const shells = findShells(root, pages)
  if (shell) {
    await app.register(fastifyStatic, {
      root,
      index: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        reply.header('cache-control', cacheRule(file.slice(root.length)))
      },
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'assets/**', ...filledFiles],
    })
    serveAssets(app, path.join(root, 'assets'))
  }
  for (const name of filledFiles) {
    const file = files.get(name)
    if (file) app.get(`/${name}`, (request, reply) => send(reply, request, name, file))
  }
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    const address = pathname.replace(/\/+$/, '') || '/'
    const own =
      address === SHELL_ADDRESS ? shell : shells.find(({ pattern }) => pattern.test(address))?.page
    const isMade = address !== NOT_FOUND
    const made = isMade ? (pages.get(address) ?? pages.get(address.toLowerCase())) : undefined
    const page = made ?? own ?? pages.get(NOT_FOUND) ?? shell
    if (!page || !isPageRequest(request.method, pathname)) {
      return sendError(reply, request, new AppError('not_found'))
    }
    const fresh = await rendered(request)
    if (fresh) return sendRendered(reply, request, fresh)
    const known = made ?? (ALL_MADE.test(address) ? undefined : own)
    if (!known || !(await exists(checks, address, request))) reply.code(404)
    allowScripts(reply, page)
    return send(reply, request, 'index.html', page)
  })
}

function isPageRequest(method: string, pathname: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const isMachine = /^\/(api|webhooks|assets|sandbox)(\/|$)/.test(pathname)
  return !isMachine && !/\.[a-z0-9]{2,5}$/i.test(pathname)
}

/** Tells whether the page exists. If the check fails, the page is served and shows the error. */
async function exists(checks: readonly PageCheck[], address: string, request: FastifyRequest) {
  for (const check of checks) {
    const match = check.pattern.exec(address)
    if (!match) continue
    try {
      return await check.exists(match)
    } catch (error) {
      request.log.warn({ err: error, requestId: request.id }, 'page served unchecked')
    }
  }
  return true
}

/** Sends a rendered page, which is the same for all visitors and cached for ten seconds. */
function sendRendered(reply: FastifyReply, request: FastifyRequest, page: RenderedPage) {
  reply.code(page.status).header('cache-control', 'public, max-age=10')
  return sendHtml(reply, request, page)
}

/** Sends the page that answers a form, which is private and never cached. */
export function sendAnswerPage(
  reply: FastifyReply,
  request: FastifyRequest,
  page: RenderedPage,
  status: number,
) {
  reply.code(status).header('cache-control', 'no-store')
  return sendHtml(reply, request, page)
}

function sendHtml(reply: FastifyReply, request: FastifyRequest, page: RenderedPage) {
  allowScripts(reply, page)
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding')
  const coding = codingOf(request)
  if (coding) reply.header('content-encoding', coding)
  return reply.send(coding ? page[coding] : page.html)
}

function send(reply: FastifyReply, request: FastifyRequest, name: string, file: BuiltFile) {
  reply.header('cache-control', cacheRule(`/${name}`))
  return sendBuiltFile(reply, request, file)
}

/** Allows a page only its own inline scripts, by their hashes. */
function allowScripts(reply: FastifyReply, page: Pick<BuiltFile, 'scriptHashes'>): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const own = ["script-src 'self'", ...page.scriptHashes].join(' ')
  reply.header('content-security-policy', policy.replace("script-src 'self'", own))
}

function cacheRule(file: string): string {
  // A cached service worker would leave all other files stale.
  return /(\.html|\/sw\.js)(\.(br|gz))?$/.test(file) ? 'no-cache' : 'public, max-age=3600'
}

/** Maps each HTML file of the build to its address. */
function pagesOf(files: Map<string, BuiltFile>): Map<string, BuiltFile> {
  const pages = [...files].filter(([file]) => file.endsWith('.html'))
  return new Map(pages.map(([file, page]) => [`/${file.replace(/(^|\/)index\.html$/, '')}`, page]))
}

type Shell = { pattern: RegExp; page: BuiltFile }

/** Lists the shells with the files of their screens; fixed addresses come first. */
function findShells(root: string, pages: Map<string, BuiltFile>): Shell[] {
  const table = path.join(root, SHELLS)
  if (!existsSync(table)) return []
  const files = Object.entries(JSON.parse(readFileSync(table, 'utf8')) as Record<string, string>)
  return files
    .toSorted(([a], [b]) => a.split(':').length - b.split(':').length)
    .flatMap(([address, file]) => {
      const page = pages.get(`/${file}`)
      const pattern = new RegExp(`^${address.replace(/:\w+/g, '[^/]+')}$`, 'i')
      return page ? [{ pattern, page }] : []
    })
}
