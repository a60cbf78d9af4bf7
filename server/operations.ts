import { operations } from '#contract/operations.ts'
import packageJson from '../package.json' with { type: 'json' }
import { findAppliedMigration } from './operations.queries.ts'
import { latestMigration } from './platform/db/migrate.ts'
import { AppError } from './platform/errors.ts'
import { sendOpenApi } from './platform/http/openapi-file.ts'
import { type HttpDeps, routesOf } from './platform/http/serve.ts'

export const operationsRoutes = routesOf(operations, (deps) => ({
  health: async () => ({ status: 'ok' as const, version: packageJson.version }),
  ready: async () => {
    const migration = await migrationOrThrow(deps)
    const { fault, isAlone } = deps.clockWatch.state()
    if (isAlone) throw new AppError('unavailable')
    const clock = fault ? ('wrong' as const) : ('ok' as const)
    return { status: 'ready' as const, database: 'ok' as const, clock, migration }
  },
  metrics: async ({ request, reply, ip }) => {
    assertMayMeasure(deps, request.headers.authorization, ip)
    reply.type(deps.metrics.registry.contentType)
    return deps.metrics.registry.metrics()
  },
  openapi: async ({ request, reply }) => {
    if (!deps.config.apiDocs) throw new AppError('not_found')
    return sendOpenApi(request, reply)
  },
}))

async function migrationOrThrow(deps: HttpDeps): Promise<string> {
  const applied = await findAppliedMigration(deps.db).catch(() => undefined)
  if (applied === undefined || applied < (await latestMigration()))
    throw new AppError('unavailable')
  return applied
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Allows measurements with the configured token; without a token, only from this machine. */
function assertMayMeasure(deps: HttpDeps, authorization: string | undefined, ip: string): void {
  const { metricsToken } = deps.config
  const allowed = metricsToken ? authorization === `Bearer ${metricsToken}` : loopback.has(ip)
  if (!allowed) throw new AppError('forbidden')
}
