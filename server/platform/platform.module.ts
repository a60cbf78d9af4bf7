import { addMs, HOUR_MS } from './clock.ts'
import { purgeHits } from './http/rate-limit.queries.ts'
import type { Module } from './module.ts'
import { platformData } from './platform.data.ts'

export const platformModule: Module = {
  name: 'platform',
  data: platformData,
  recurring: [
    {
      name: 'purge-rate-limits',
      everyMs: HOUR_MS,
      onWrongClock: 'waits',
      run: (deps) => purgeHits(deps.db, addMs(deps.clock.now(), -HOUR_MS)),
    },
  ],
}
