import type { FastifyInstance } from 'fastify'
import { maps } from '#contract/maps.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'

/** What the map on a screen is drawn with. */
export function mapsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  const { tilesUrl: url = null, tilesAttribution: attribution } = deps.config
  serve(app, deps, maps, { tiles: async () => ({ url, attribution }) })
}
