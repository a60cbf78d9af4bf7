import type { Module } from '#server/platform/module.ts'
import { staffActionsData } from './data.ts'
import { staffActionsRoutes } from './staff-actions.routes.ts'

export const staffActionsModule: Module = {
  name: 'staff-actions',
  data: staffActionsData,
  routes: [staffActionsRoutes],
}
