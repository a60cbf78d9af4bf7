import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'
import type { HttpDeps } from './http/serve.ts'
import type { JobHandler, RecurringJob } from './jobs/worker.ts'
import type { RoomData } from './room-data.ts'
import type { AnyMessage } from './room-message.ts'

/** What a room brings to the program, exported by its `<room>.module.ts`. */
export type Room = {
  name: string
  data?: RoomData
  /** Calls of the contract, mounted below /api. */
  routes?: readonly ((app: FastifyInstance, deps: HttpDeps) => void)[]
  /** Addresses outside the contract that outside parties call, each in a scope of its own. */
  webhooks?: readonly ((app: FastifyInstance, deps: Deps) => void)[]
  /** Handlers of queued jobs. */
  jobs?: readonly JobHandler[]
  recurring?: readonly RecurringJob[]
  /** What it tells people, with its words. */
  messages?: readonly AnyMessage[]
}
