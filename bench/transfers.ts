import { transfer, walletId } from '#server/domains/bank/ledger/ledger.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type Figures, measure } from './harness/load.ts'
import { printAgainst } from './harness/report.ts'
import { seedPeople } from './harness/seed.ts'
import type { Stage } from './harness/stage.ts'
import { measureTpcB } from './harness/yardsticks.ts'

const PEOPLE = 500
const OPTIONS = { clients: 16, seconds: 6 }

export async function transfers(stage: Stage): Promise<void> {
  await printAgainst(() => measureTpcB(stage.pool, OPTIONS), measureTransfers(stage))
}

/**
 * Measures ledger transfers between two wallets, each in its own transaction. They run as the
 * database owner, because the app's role moves money only for a payment or a booking.
 */
async function* measureTransfers({ deps, owner }: Stage): AsyncGenerator<Figures> {
  const people = await seedPeople(deps, PEOPLE, 10_000_000)
  const wallets = people.map((person) => walletId(person.userId))
  const cause = { kind: 'operator', id: 'bench' } as const
  yield await measure('ledger transfers', OPTIONS, async (turn) => {
    const from = wallets[turn % PEOPLE]
    const to = wallets[(turn + 1 + ((turn * 7) % (PEOPLE - 1))) % PEOPLE]
    if (!from || !to) return false
    const now = deps.clock.now()
    await inTransaction(owner, (tx) =>
      transfer(tx, { id: newId(), from, to, pesos: 100, code: 'adjustment', cause, now }),
    )
    return true
  })
}
