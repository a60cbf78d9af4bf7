import { staffActions } from '#contract/staff-actions.ts'
import { sendCsv } from '#server/platform/http/send-file.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { listStaffActions, writeStaffActions } from './list-staff-actions.ts'

export const staffActionsRoutes = routesOf(staffActions, (deps) => ({
  list: ({ query }) => listStaffActions(deps, query),
  file: async ({ actor, body, reply }) =>
    sendCsv(reply, 'auditoria', await writeStaffActions(deps, actor, body)),
}))
