import type { QueuedWithdrawal } from '#contract/withdrawals.ts'
import { closeReturned } from '#server/modules/bank/ledger/index.ts'
import { assertSeen, authorizeAct, tellUser } from '#server/modules/people/users/index.ts'
import { brokenUnique, inTransaction, type Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { type AskedOfFirst, lockOthers } from './decide-withdrawal.ts'
import { showQueued } from './list-queue.ts'
import { clearReturn, closeReturnedRow, setReturn } from './returns.queries.ts'
import { giveMoneyBack } from './withdrawal-money.ts'
import { factsOf, noteStep, type StepDeps } from './withdrawal-steps.ts'
import { withdrawalReturned } from './withdrawals.messages.ts'
import type { WithdrawalRow } from './withdrawals.queries.ts'

type Asked = { withdrawalId: string }
type Told = Asked & { bankReference: string; reason: string }

const aboutReturn = ({ id, userId }: WithdrawalRow) =>
  ({
    permission: 'withdrawals.decide',
    affected: [userId],
    subject: { kind: 'withdrawal', id },
  }) as const

/** A reference as it is compared: people copy it in any case, with spaces. */
const bareReference = (written: string) => written.replaceAll(' ', '').toUpperCase()

/**
 * Records that the bank returned a withdrawal after it was paid, as the first of two people; moves
 * no money. It is always the whole withdrawal: what a bank keeps of it is a cost of Cupo.
 * Errors: `forbidden` for the owner, `withdrawal_not_found`, `withdrawal_not_open` unless it is
 * paid, `withdrawal_return_used` for a movement of the bank that returned another one, and those
 * of `authorizeAct`.
 */
export async function tellReturn(
  deps: StepDeps,
  actor: ActorId,
  { bankReference: written, reason, ...asked }: Told,
): Promise<QueuedWithdrawal> {
  const bankReference = bareReference(written)
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockOthers(tx, actor, asked)
    const { id, returnBy: by } = row
    const same =
      by === actor.userId && row.returnReference === bankReference && row.returnReason === reason
    if (row.status !== 'paid' || (by !== null && !same)) throw new AppError('withdrawal_not_open')
    if (!same) {
      await authorizeAct(tx, deps, { actor: actor.userId, signs: 'first', ...aboutReturn(row) })
      const told = { id, bankReference, reason, by: actor.userId, now: deps.clock.now() }
      await setReturn(tx, told).catch((error: unknown) => {
        const isUsed = brokenUnique(error) === 'withdrawals_return_reference_key'
        throw isUsed ? new AppError('withdrawal_return_used') : error
      })
      const details = { bankReference, reason }
      await noteStep(tx, deps, id, { event: 'return_told', actorId: actor.userId, details })
    }
    return await showQueued(tx, deps, actor, id)
  })
}

/**
 * Confirms a return as the second of two people: the money is in the wallet as it was before the
 * withdrawal, and its owner is told. If the second person disagrees, nothing was returned.
 * Errors: `forbidden` for the owner, `withdrawal_not_found`, `withdrawal_not_open`,
 * `withdrawal_same_person`, `case_changed`, and those of `authorizeAct`.
 */
export async function confirmReturn(
  deps: StepDeps,
  actor: ActorId,
  { agree, ...asked }: AskedOfFirst & { agree: boolean },
): Promise<QueuedWithdrawal> {
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockOthers(tx, actor, asked)
    const { id, returnBy: first } = row
    const by = actor.userId
    if (agree && row.returnConfirmedBy === by) return await showQueued(tx, deps, actor, id)
    if (row.status !== 'paid' || first === null) throw new AppError('withdrawal_not_open')
    if (first === by) throw new AppError('withdrawal_same_person')
    assertSeen(asked.seenFirstAt, row.returnAt)
    const signed = agree
      ? ({ signs: 'second', earlier: [first] } as const)
      : { signs: 'alone' as const }
    await authorizeAct(tx, deps, { actor: by, ...signed, ...aboutReturn(row) })
    if (agree) await giveBack(tx, deps, row, by)
    else {
      await clearReturn(tx, { id, by: first, now: deps.clock.now() })
      const details = { bankReference: row.returnReference, reason: row.returnReason }
      await noteStep(tx, deps, id, { event: 'return_refused', actorId: by, details })
    }
    return await showQueued(tx, deps, actor, id)
  })
}

async function giveBack(tx: Tx, deps: StepDeps, row: WithdrawalRow, by: string): Promise<void> {
  const { id, userId, amountPesos: pesos, reference, returnReason } = row
  const now = deps.clock.now()
  await closeReturnedRow(tx, { id, by, now })
  await giveMoneyBack(tx, { id, userId, pesos, now })
  await closeReturned(tx, { reference, now })
  const details = { bankReference: row.returnReference, told: row.returnBy }
  await noteStep(tx, deps, id, { event: 'returned', actorId: by, details })
  const data = { ...factsOf(deps, row), reason: returnReason ?? '' }
  await tellUser(tx, deps, withdrawalReturned, { userId, data, cause: id })
  deps.metrics.count('withdrawal_ended', { status: 'returned' })
}
