import { agenda } from '#contract/agenda.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import { readAgenda } from './read-agenda.ts'

export const agendaRoutes = routesOf(agenda, (deps) => ({
  mine: ({ actor }) => readAgenda(deps, actor),
}))
