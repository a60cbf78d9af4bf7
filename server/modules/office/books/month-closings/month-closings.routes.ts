import { monthClosings } from '#contract/month-closings.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { closeMonth, nextMonth } from './close-month.ts'
import { drawMonth, listMonths, showMonth } from './show-months.ts'

export const monthClosingsRoutes = routesOf(monthClosings, (deps) => ({
  list: async () => await listMonths(deps, await nextMonth(deps.db, deps.clock.now())),
  close: async ({ actor, body }) => ({ closed: await closeMonth(deps, actor, body) }),
  report: ({ params }) => showMonth(deps, params),
  async paper({ params, reply }) {
    const pdf = await drawMonth(deps, params)
    return sendFile(reply, pdf, { type: 'application/pdf', name: `cupo-${params.month}.pdf` })
  },
}))
