import type { Module } from '#server/platform/module.ts'
import { connectionsRoutes } from './connections.routes.ts'
import { connectionsData } from './data.ts'

export const connectionsModule: Module = {
  name: 'connections',
  data: connectionsData,
  routes: [connectionsRoutes],
}
