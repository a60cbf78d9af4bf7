import type { FastifyInstance } from 'fastify'
import { agenda } from '#contract/agenda.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { readAgenda } from './read-agenda.ts'

export function agendaRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, agenda, {
    mine: ({ actor }) => readAgenda(deps, actor),
  })
}
