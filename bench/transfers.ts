import { transfer, walletId } from '#server/domains/ledger/ledger.public.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { newId } from '#server/platform/ids.ts'
import { type Figures, measure } from './load.ts'
import { seedPeople } from './seed.ts'
import type { Stage } from './stage.ts'

const PEOPLE = 500

/**
 * Ledger transfers between random wallets, each in a transaction of its own; as the owner, because
 * the app moves money only for a payment or a booking.
 */
export async function measureTransfers(
  stage: Stage,
  options: { clients: number; seconds: number },
): Promise<Figures> {
  const people = await seedPeople(stage.deps, PEOPLE, 10_000_000)
  const wallets = people.map((person) => walletId(person.userId))
  const cause = { kind: 'operator', id: 'bench' } as const
  return measure('ledger transfers', options, async (turn) => {
    const from = wallets[turn % PEOPLE]
    const to = wallets[(turn * 7 + 1 + Math.floor(turn / PEOPLE)) % PEOPLE]
    if (!from || !to || from === to) return false
    const now = stage.deps.clock.now()
    await inTransaction(stage.owner, (tx) =>
      transfer(tx, { id: newId(), from, to, pesos: 100, code: 'adjustment', cause, now }),
    )
    return true
  })
}
