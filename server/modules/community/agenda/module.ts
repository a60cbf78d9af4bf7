import type { Module } from '#server/platform/module.ts'
import { agendaRoutes } from './agenda.routes.ts'

export const agendaModule: Module = { name: 'agenda', routes: [agendaRoutes] }
