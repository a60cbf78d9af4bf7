import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import type { Module } from '#server/platform/module.ts'
import { countPaymentCases } from './cases/cases.queries.ts'
import { chainBatches } from './chain-batches.ts'
import { compareClocks } from './compare-clocks.ts'
import { ledgerData } from './data.ts'
import { expireHolds } from './expire-holds.ts'
import { payFundShares } from './fund.ts'

export const ledgerModule: Module = {
  name: 'ledger',
  data: ledgerData,
  recurring: [
    { name: 'compare-clocks', everyMs: 30_000, onWrongClock: 'runs', run: compareClocks },
    { name: 'ledger.expire-holds', everyMs: 30_000, onWrongClock: 'waits', run: expireHolds },
    { name: 'fund.pay-shares', everyMs: HOUR_MS, onWrongClock: 'waits', run: payFundShares },
    {
      name: 'ledger.chain-batches',
      everyMs: MINUTE_MS,
      onWrongClock: 'runs',
      run: (deps) => chainBatches(deps),
    },
  ],
  queues: { 'payment-cases': countPaymentCases },
}
