import type { FastifyInstance } from 'fastify'
import { placesRoutes } from './domains/places/places.routes.ts'
import { pricingRoutes } from './domains/pricing/pricing.routes.ts'
import { tripsRoutes } from './domains/trips/trips.routes.ts'
import { operationsRoutes } from './operations.ts'
import type { HttpDeps } from './platform/http/serve.ts'

/** The routes of every domain, mounted below /api. One line per domain. */
export const routes: ((app: FastifyInstance, deps: HttpDeps) => void)[] = [
  operationsRoutes,
  placesRoutes,
  pricingRoutes,
  tripsRoutes,
]
