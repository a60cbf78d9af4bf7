import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Room } from '#server/platform/room.ts'
import { lapseProposals } from './lapse-proposals.ts'
import { countUnsigned } from './list-unsigned.ts'
import { proposalsData } from './proposals.data.ts'
import * as messages from './proposals.messages.ts'

export const proposalsModule: Room = {
  name: 'proposals',
  data: proposalsData,
  recurring: [
    { name: 'proposals.lapse', everyMs: 5 * MINUTE_MS, onWrongClock: 'waits', run: lapseProposals },
  ],
  messages: Object.values(messages),
  queues: { signatures: countUnsigned },
}
