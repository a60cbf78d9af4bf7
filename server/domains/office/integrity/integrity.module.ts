import { HOUR_MS } from '#server/platform/clock.ts'
import type { Room } from '#server/platform/room.ts'
import { watchInTurn } from './check-integrity.ts'
import { integrityData } from './integrity.data.ts'

export const integrityModule: Room = {
  name: 'integrity',
  data: integrityData,
  recurring: [
    { name: 'integrity.watch', everyMs: HOUR_MS, onWrongClock: 'runs', run: watchInTurn },
  ],
}
