import { Readable } from 'node:stream'
import { staffActions } from '#contract/staff-actions.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { listStaffActions, writeStaffActions } from './list-staff-actions.ts'

export const staffActionsRoutes = routesOf(staffActions, (deps) => ({
  list: ({ query }) => listStaffActions(deps, query),
  file: async ({ query, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="auditoria.csv"')
    return Readable.from(writeStaffActions(deps, query))
  },
}))
