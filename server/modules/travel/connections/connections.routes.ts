import type { FastifyInstance } from 'fastify'
import { connectionSearch as connections } from '#contract/connections.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { findConnections } from './find-connections.ts'

/** Serves the search of trips with one change of car. */
export function connectionsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, connections, {
    find: ({ actor, query }) => findConnections(deps, actor, query),
  })
}
