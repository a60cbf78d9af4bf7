import { duty } from '#contract/duty.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { addShifts, removeShift } from './plan-shifts.ts'
import { answerDrill, listAlarms, startDrill } from './raise-alarm.ts'
import { showRoster } from './show-roster.ts'

export const dutyRoutes = routesOf(duty, (deps) => ({
  show: ({ actor }) => showRoster(deps, actor),
  async add({ actor, body }) {
    await addShifts(deps, actor, body)
    return await showRoster(deps, actor)
  },
  async remove({ actor, params, body }) {
    await removeShift(deps, actor, { ...params, ...body })
    return await showRoster(deps, actor)
  },
  alarms: ({ actor }) => listAlarms(deps, actor),
  async drill({ actor }) {
    await startDrill(deps, actor)
    return await listAlarms(deps, actor)
  },
  async answerDrill({ actor, params }) {
    await answerDrill(deps, actor, params)
    return await listAlarms(deps, actor)
  },
}))
