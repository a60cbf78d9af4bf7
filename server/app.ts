import { existsSync } from 'node:fs'
import path from 'node:path'
import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { findLiveSession } from '#server/modules/people/access/index.ts'
import packageJson from '../package.json' with { type: 'json' }
import { appLinks } from './app-links.ts'
import { formPages } from './form-pages.ts'
import { startMeasurements } from './measurements.ts'
import { modules } from './modules.ts'
import { operationsRoutes } from './operations.ts'
import type { Deps } from './platform/deps.ts'
import { AppError } from './platform/errors.ts'
import { allowAppOrigins } from './platform/http/app-origins.ts'
import { refuseOldApps } from './platform/http/app-version.ts'
import type { SessionReader } from './platform/http/authenticate.ts'
import { type CallerTurns, callerTurns } from './platform/http/caller-turns.ts'
import { closeInOrder } from './platform/http/close-in-order.ts'
import { compressAnswers } from './platform/http/compress.ts'
import { handleErrors, refuseAddress } from './platform/http/error-handler.ts'
import { cleanForwardedFor } from './platform/http/forwarded-for.ts'
import { observeRequests } from './platform/http/observe.ts'
import { sendOpenApi } from './platform/http/openapi-file.ts'
import { secureHeaders } from './platform/http/security.ts'
import { serveSite } from './platform/http/site.ts'
import { repeatsKey } from './platform/http/strict-json.ts'
import { newId } from './platform/ids.ts'
import { renderSite } from './platform/render/render-site.ts'
import { renderedAddresses as addresses } from './rendered-addresses.ts'
import { siteAddresses } from './site-addresses.ts'
import { resolveTypedSearches } from './typed-search.ts'
import { pageChecks } from './unknown-pages.ts'

const BODY_LIMIT_BYTES = 64 * 1024
const webRoot = path.join(import.meta.dirname, '../build/client')
const bundleFile = path.join(import.meta.dirname, '../build/server/index.js')

/** Extra routes outside the contract, such as the sandbox; `app`: for hooks of all routes. */
export type Extension = (scope: FastifyInstance, app: FastifyInstance) => Promise<void> | void

/** Builds the HTTP server with all routes. main.ts and every test call this function. */
export async function buildApp(
  deps: Deps,
  extensions: Extension[] = [],
  turns: CallerTurns = callerTurns(),
): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    // One line per request is written by observeRequests, without the address.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    bodyLimit: BODY_LIMIT_BYTES,
    // Trusts only our own proxies: an address further left is the client's claim.
    trustProxy: (_address, hop) => hop < deps.config.trustProxyHops,
    // A process that restarts serves what reaches it until its port is closed.
    return503OnClosing: false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    frameworkErrors: refuseAddress(() => app),
    routerOptions: { maxParamLength: 200 },
  })
  closeInOrder(app)
  startMeasurements(deps)
  cleanForwardedFor(app)
  handleErrors(app, deps)
  observeRequests(app, deps)
  readJson(app)
  secureHeaders(app, deps)
  allowAppOrigins(app)
  refuseOldApps(app, deps)
  compressAnswers(app)
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart)
  if (deps.config.apiDocs) await app.register(apiDocs)
  await app.register(
    async (api) => {
      const sessions: SessionReader = (id, ip) => findLiveSession(deps, id, ip)
      const httpDeps = { ...deps, sessions, turns }
      operationsRoutes(api, httpDeps)
      for (const { routes = [] } of modules) for (const add of routes) add(api, httpDeps)
    },
    { prefix: '/api' },
  )
  for (const add of modules.flatMap(({ webhooks = [] }) => webhooks)) {
    await app.register(async (scope) => add(scope, deps))
  }
  for (const extend of extensions) await app.register(async (scope) => extend(scope, app))
  appLinks(app, deps)
  siteAddresses(app, deps)
  const rendered = existsSync(bundleFile)
    ? renderSite(app, deps, { bundleFile, addresses })
    : async () => null
  await formPages(app, rendered)
  resolveTypedSearches(app, deps)
  const { brand } = deps.config
  await serveSite(app, { root: webRoot, brand, checks: pageChecks(deps), rendered })
  return app
}

/** Parses an empty POST body as `{}`, and refuses a JSON body that repeats a key. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    const text = body as string
    parse(request, text, (error, value) => {
      if (error) done(error)
      else if (repeatsKey(text)) done(new AppError('invalid_json'))
      else done(null, value)
    })
  })
  app.removeContentTypeParser('text/plain')
}

/** Serves the description of the API at /api/docs; in production only if API_DOCS is set. */
async function apiDocs(app: FastifyInstance): Promise<void> {
  // The pages read /api/docs/json: the document is built once, not for each request.
  const info = { title: 'Cupo', version: packageJson.version }
  const document = { openapi: '3.1.0', info, paths: {} }
  await app.register(fastifySwagger, { mode: 'static', specification: { document } })
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api/docs',
    theme: { title: 'Cupo API', favicon: [] },
    // The standalone layout has a bar with a logo.
    uiConfig: { layout: 'BaseLayout' },
    uiHooks: {
      onRequest(request, reply, next) {
        if (request.url.endsWith('/json')) sendOpenApi(request, reply)
        else if (request.url.endsWith('/yaml')) next(new AppError('not_found'))
        else next()
      },
    },
  })
}
