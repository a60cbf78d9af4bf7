import { addMs, DAY_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Room } from '#server/platform/room.ts'
import { lapseProposals } from './lapse-proposals.ts'
import { countUnsigned } from './list-unsigned.ts'
import { LAPSES_DAYS, proposalsData } from './proposals.data.ts'
import { proposalsMessages } from './proposals.messages.ts'
import { deleteLapsesBefore } from './proposals.queries.ts'

export const proposalsModule: Room = {
  name: 'proposals',
  data: proposalsData,
  recurring: [
    { name: 'proposals.lapse', everyMs: 5 * MINUTE_MS, onWrongClock: 'waits', run: lapseProposals },
    {
      name: 'purge-signature-lapses',
      everyMs: DAY_MS,
      onWrongClock: 'waits',
      run: (deps) => deleteLapsesBefore(deps.db, addMs(deps.clock.now(), -LAPSES_DAYS * DAY_MS)),
    },
  ],
  messages: proposalsMessages,
  queues: { signatures: countUnsigned },
}
