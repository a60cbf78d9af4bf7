import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Module } from '#server/platform/module.ts'
import { statisticsData } from './data.ts'
import { keepCounted } from './keep-counted.ts'
import { statisticsRoutes } from './statistics.routes.ts'

export const statisticsModule: Module = {
  name: 'statistics',
  data: statisticsData,
  routes: [statisticsRoutes],
  recurring: [
    { name: 'statistics.count', everyMs: 20 * MINUTE_MS, onWrongClock: 'waits', run: keepCounted },
  ],
}
