import { MINUTE_MS } from '#server/platform/clock.ts'
import type { Room } from '#server/platform/room.ts'
import { chainBatches } from './chain-batches.ts'
import { expireHolds } from './expire-holds.ts'
import { ledgerData } from './ledger.data.ts'

export const ledgerModule: Room = {
  name: 'ledger',
  data: ledgerData,
  recurring: [
    { name: 'ledger.expire-holds', everyMs: 30_000, run: expireHolds },
    { name: 'ledger.chain-batches', everyMs: MINUTE_MS, run: (deps) => chainBatches(deps) },
  ],
}
