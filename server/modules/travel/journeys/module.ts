import type { Module } from '#server/platform/module.ts'
import { boardingRoutes } from './boarding/boarding.routes.ts'
import { journeysData } from './data.ts'
import { impactRoutes } from './impact/impact.routes.ts'
import * as messages from './journeys.messages.ts'
import { journeysRoutes } from './journeys.routes.ts'

export const journeysModule: Module = {
  name: 'journeys',
  data: journeysData,
  routes: [journeysRoutes, boardingRoutes, impactRoutes],
  messages: Object.values(messages),
}
