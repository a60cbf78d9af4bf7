import type { FastifyInstance } from 'fastify'
import type { TeamQueue } from '#contract/team-queues.ts'
import type { CountQueue, Deps } from './deps.ts'
import type { HttpDeps } from './http/serve.ts'
import type { JobHandler, RecurringJob } from './jobs/worker.ts'
import type { RoomData } from './room-data.ts'
import type { AnyMessage } from './room-message.ts'

export type Room = {
  name: string
  data?: RoomData
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
