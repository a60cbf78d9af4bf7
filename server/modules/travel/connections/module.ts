import type { Module } from '#server/platform/module.ts'
import { connectionsRoutes } from './connections.routes.ts'

export const connectionsModule: Module = {
  name: 'connections',
  routes: [connectionsRoutes],
}
