import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { RenderedPage } from '../render/render-messages.ts'
import type { SiteRenderer } from '../render/render-site.ts'
import { scriptHashes } from '../render/script-hashes.ts'
import { sendError } from './error-handler.ts'

type Page = { file: string; scriptHashes: string[] }

const FALLBACK = '__spa-fallback.html'
/** Where the service worker fetches the shell that it caches: it caches only answers with 200. */
const SHELL_ADDRESS = '/__spa-fallback'
const SHELLS = '__shells/routes.json'
const HASHED_ASSET = /^\/assets\//
/** Every page below is prerendered: an address without one does not exist, whatever its shell. */
const ALL_MADE = /^\/viajes\//i

/** An address that names something, such as a trip, and whether that exists. */
export type PageCheck = {
  pattern: RegExp
  exists(match: RegExpExecArray): Promise<boolean>
}

/**
 * Serves the built web: what `rendered` makes of an address, else its prerendered page, else the
 * app shell. An address that is no page of ours, or names what `checks` do not find, is a 404 that
 * shows the app all the same.
 */
export async function serveSite(
  app: FastifyInstance,
  root: string,
  checks: readonly PageCheck[] = [],
  rendered: SiteRenderer = async () => null,
): Promise<void> {
  const pages = existsSync(root) ? findPages(root) : new Map<string, Page>()
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
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?')[0] ?? '/'
    const address = pathname.replace(/\/+$/, '') || '/'
    const own =
      address === SHELL_ADDRESS ? shell : shells.find(({ pattern }) => pattern.test(address))?.page
    const made = pages.get(address) ?? pages.get(address.toLowerCase())
    const page = made ?? own ?? shell
    if (!page || !isPageRequest(request.method, pathname)) {
      return sendError(reply, request, new AppError('not_found'))
    }
    const fresh = await rendered(request)
    if (fresh) return sendRendered(reply, request, fresh)
    const known = made ?? (ALL_MADE.test(address) ? undefined : own)
    if (!known || !(await exists(checks, address, request))) reply.code(404)
    return sendPage(reply, page)
  })
}

function isPageRequest(method: string, pathname: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const isMachine = /^\/(api|webhooks|assets|sandbox)(\/|$)/.test(pathname)
  return !isMachine && !/\.[a-z0-9]{2,5}$/i.test(pathname)
}

/** When the look-up fails the page is served: its screen then shows the error. */
async function exists(
  checks: readonly PageCheck[],
  address: string,
  request: FastifyRequest,
): Promise<boolean> {
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

/** The same for everybody, and cached by the server for ten seconds. */
function sendRendered(reply: FastifyReply, request: FastifyRequest, page: RenderedPage) {
  reply.code(page.status).header('cache-control', 'public, max-age=10')
  return sendHtml(reply, request, page)
}

/** The page that answers a form: private, and never cached. */
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
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const coding = (['br', 'gzip'] as const).find((name) =>
    new RegExp(`\\b${name}\\b`).test(accepted),
  )
  if (coding) reply.header('content-encoding', coding)
  return reply.send(coding ? page[coding] : page.html)
}

function sendPage(reply: FastifyReply, page: Page) {
  allowScripts(reply, page)
  return reply.sendFile(page.file, { cacheControl: false })
}

/** A page may run its own inline scripts, known by their hashes, and no others. */
function allowScripts(reply: FastifyReply, page: Pick<Page, 'scriptHashes'>): void {
  const policy = String(reply.getHeader('content-security-policy'))
  const own = ["script-src 'self'", ...page.scriptHashes].join(' ')
  reply.header('content-security-policy', policy.replace("script-src 'self'", own))
}

function cacheRule(file: string): string {
  if (HASHED_ASSET.test(file)) return 'public, max-age=31536000, immutable'
  // A cached service worker would keep all other files stale.
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
      return [address, { file, scriptHashes: hashesOf(root, file) }]
    }),
  )
}

type Shell = { pattern: RegExp; page: Page }

/** Shells that name the files of their screen; fixed addresses before those with parameters. */
function findShells(root: string, pages: Map<string, Page>): Shell[] {
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

function hashesOf(root: string, file: string): string[] {
  return scriptHashes(readFileSync(path.join(root, file), 'utf8'))
}
