import { Readable } from 'node:stream'
import { staffActions } from '#contract/staff-actions.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { listStaffActions, writeStaffActions } from './list-staff-actions.ts'

export const staffActionsRoutes = routesOf(staffActions, (deps) => ({
  list: ({ query }) => listStaffActions(deps, query),
  file: async ({ actor, body, reply }) => {
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="auditoria.csv"')
    return Readable.from(await writeStaffActions(deps, actor, body))
  },
}))
