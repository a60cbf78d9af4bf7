import { addMs, HOUR_MS } from './clock.ts'
import { purgeHits } from './http/rate-limit.queries.ts'
import { platformData } from './platform.data.ts'
import type { Room } from './room.ts'

export const platformModule: Room = {
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
