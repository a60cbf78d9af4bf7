import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { staffActions } from '#contract/staff-actions.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { listStaffActions, writeStaffActions } from './list-staff-actions.ts'

export function staffActionsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, staffActions, {
    list: ({ query }) => listStaffActions(deps, query),
    file: async ({ query, reply }) => {
      reply.header('content-type', 'text/csv; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="auditoria.csv"')
      return Readable.from(writeStaffActions(deps, query))
    },
  })
}
