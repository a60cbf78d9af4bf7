import {
  hold,
  payoutsClearing,
  post,
  transfer,
  voidHold,
  walletId,
} from '#server/modules/bank/ledger/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import { derivedId } from '#server/platform/ids.ts'

type Moved = { id: string; now: Date }

const common = ({ id, now }: Moved) => ({
  code: 'withdrawal' as const,
  cause: { kind: 'withdrawal' as const, id },
  now,
})

const holdId = (id: string) => derivedId('withdrawal.hold', id)

/** Holds the money of a withdrawal, whose row must exist. Errors: `insufficient_funds`. */
export async function holdMoney(tx: Tx, withdrawal: Moved & { userId: string; pesos: number }) {
  const { id, userId, pesos } = withdrawal
  const from = walletId(userId)
  await hold(tx, { ...common(withdrawal), id: holdId(id), from, to: payoutsClearing, pesos })
}

/** Books paid money that came back; the row must state that two people said so. */
export async function giveMoneyBack(tx: Tx, withdrawal: Moved & { userId: string; pesos: number }) {
  const { id, userId, pesos } = withdrawal
  await transfer(tx, {
    ...common(withdrawal),
    ...{ id: derivedId('withdrawal.return', id), code: 'withdrawal_return' },
    ...{ from: payoutsClearing, to: walletId(userId), pesos },
  })
}

const ending = (kind: 'post' | 'void', withdrawal: Moved) => ({
  ...common(withdrawal),
  id: derivedId(`withdrawal.${kind}`, withdrawal.id),
  holdId: holdId(withdrawal.id),
})

/** Books the money as paid out; the row must state that it was paid and who confirmed it. */
export async function takeMoney(tx: Tx, withdrawal: Moved): Promise<void> {
  await post(tx, ending('post', withdrawal))
}

/** Releases the held money of a withdrawal; the row of the withdrawal must state the reason. */
export async function returnMoney(tx: Tx, withdrawal: Moved): Promise<void> {
  await voidHold(tx, ending('void', withdrawal))
}
