import type { FastifyInstance } from 'fastify'
import type { TeamQueue } from '#contract/team-queues.ts'
import type { CountQueue, Deps } from './deps.ts'
import type { HttpDeps } from './http/serve.ts'
import type { JobHandler, RecurringJob } from './jobs/worker.ts'
import type { AnyMessage } from './message.ts'
import type { ModuleData } from './module-data.ts'

export type Module = {
  name: string
  data?: ModuleData
  /** Routes of the contract, mounted below /api. */
  routes?: readonly ((app: FastifyInstance, deps: HttpDeps) => void)[]
  /** Routes outside of the contract for outside parties, each in its own scope. */
  webhooks?: readonly ((app: FastifyInstance, deps: Deps) => void)[]
  jobs?: readonly JobHandler[]
  recurring?: readonly RecurringJob[]
  messages?: readonly AnyMessage[]
  /** Queues of the team, each with its one count statement. */
  queues?: { readonly [queue in TeamQueue]?: CountQueue }
}
