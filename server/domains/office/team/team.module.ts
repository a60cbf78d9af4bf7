import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import type { Room } from '#server/platform/room.ts'
import { teamData } from './team.data.ts'
import { teamMessages } from './team.messages.ts'
import { deleteEnded } from './team.queries.ts'
import { teamRoutes } from './team.routes.ts'

/** Time for which ended invitations are stored; the audit trail keeps the granted roles. */
const KEPT_MS = 30 * DAY_MS

export const teamModule: Room = {
  name: 'team',
  data: teamData,
  routes: [teamRoutes],
  recurring: [
    {
      name: 'purge-team-invitations',
      everyMs: 6 * HOUR_MS,
      onWrongClock: 'waits',
      run: (deps) => deleteEnded(deps.db, addMs(deps.clock.now(), -KEPT_MS)),
    },
  ],
  messages: teamMessages,
}
