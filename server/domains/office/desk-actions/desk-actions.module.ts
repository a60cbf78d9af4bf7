import { DESK_NOTE_YEARS } from '#contract/desk-action-limits.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import type { Room } from '#server/platform/room.ts'
import { deskActionsData } from './desk-actions.data.ts'
import * as messages from './desk-actions.messages.ts'
import { deleteNotesBefore } from './desk-actions.queries.ts'
import { deskActionsRoutes } from './desk-actions.routes.ts'

const KEPT_MS = DESK_NOTE_YEARS * 365 * DAY_MS

export const deskActionsModule: Room = {
  name: 'desk-actions',
  data: deskActionsData,
  routes: [deskActionsRoutes],
  recurring: [
    {
      name: 'purge-desk-notes',
      everyMs: DAY_MS,
      onWrongClock: 'waits',
      run: (deps) => deleteNotesBefore(deps.db, addMs(deps.clock.now(), -KEPT_MS)),
    },
  ],
  messages: Object.values(messages),
}
