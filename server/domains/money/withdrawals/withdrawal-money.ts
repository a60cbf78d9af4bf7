import {
  hold,
  payoutsClearing,
  post,
  voidHold,
  walletId,
} from '#server/domains/bank/ledger/ledger.public.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'

type Moved = { id: string; now: Date }

const common = ({ id, now }: Moved) => ({
  code: 'withdrawal' as const,
  cause: { kind: 'withdrawal' as const, id },
  now,
})

const holdId = (id: string) => derivedId('withdrawal.hold', id)

/** Holds the money of a withdrawal; its row must be there. Errors: `insufficient_funds`. */
export async function holdMoney(
  tx: Tx,
  withdrawal: Moved & { userId: string; pesos: number },
): Promise<void> {
  const { id, userId, pesos } = withdrawal
  const from = walletId(userId)
  await hold(tx, { ...common(withdrawal), id: holdId(id), from, to: payoutsClearing, pesos })
}

/** The money has left; the row must say so, with who says it. */
export async function takeMoney(tx: Tx, withdrawal: Moved): Promise<void> {
  const { id } = withdrawal
  await post(tx, {
    ...common(withdrawal),
    id: derivedId('withdrawal.post', id),
    holdId: holdId(id),
  })
}

/** The money is free again; the row must say why. */
export async function returnMoney(tx: Tx, withdrawal: Moved): Promise<void> {
  const { id } = withdrawal
  await voidHold(tx, {
    ...common(withdrawal),
    id: derivedId('withdrawal.void', id),
    holdId: holdId(id),
  })
}
