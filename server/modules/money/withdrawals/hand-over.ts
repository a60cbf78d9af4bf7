import {
  PayoutError,
  type PayoutPort,
  type PreparedPayout,
  type TakenPayout,
} from '#server/modules/bank/payouts/index.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { open, seal } from '#server/platform/crypto.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { lockToHandOver, lockToSendAgain } from './may-leave.ts'
import { reasonOf } from './payout-reasons.ts'
import {
  countTry,
  deleteSending,
  findSending,
  insertSending,
  markNotTaken,
  markTaken,
  type SendingRow,
  savePayoutId,
} from './sendings.queries.ts'
import { endWithdrawal, factsOf, noteStep, type StepDeps } from './withdrawal-steps.ts'
import { withdrawalSent } from './withdrawals.messages.ts'
import { lockWithdrawal, markHandedOver, type WithdrawalRow } from './withdrawals.queries.ts'

/** Lease of a withdrawal: longer than a batch of the job takes when every request times out. */
export const LEASE_MS = 10 * MINUTE_MS

/** Encryption context: the ciphertext of a request can be decrypted only for its own row. */
const bodyContext = (id: string) => `payout_sendings.body:${id}`

/**
 * Stores key and body of the request for an approved withdrawal and claims it for one hand-over.
 * Undefined when the withdrawal must not be handed over, see `lockToHandOver`.
 */
export async function claimSending(
  deps: StepDeps,
  { id }: Pick<WithdrawalRow, 'id'>,
  { apiVersion, sender, body }: PreparedPayout,
): Promise<SendingRow | undefined> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockToHandOver(tx, deps, id)
    if (!row) return undefined
    await markHandedOver(tx, { id, status: 'sending', now, nextCheckAt: addMs(now, LEASE_MS) })
    const sealed = seal(deps.secrets.dataKey, bodyContext(id), Buffer.from(body, 'utf8'))
    const sending = { withdrawalId: id, idempotencyKey: id, apiVersion, sealed, now }
    return await insertSending(tx, { ...sending, ...sender })
  })
}

/** Claims another attempt with the same key and body, see `lockToSendAgain`. */
export async function claimAnotherTry(deps: StepDeps, id: string): Promise<SendingRow | undefined> {
  return await inTransaction(deps.db, async (tx) => {
    return (await lockToSendAgain(tx, deps, id)) && (await countTry(tx, id))
  })
}

/**
 * Sends a claimed request. Only a definite refusal of the first attempt returns the money, or sets
 * the withdrawal back to `approved` when the refusal is about our own account. A refusal of a later
 * attempt proves nothing, because the gateway can have accepted an earlier one.
 * Errors: PayoutError, when the result is unknown or the hand-over is not done yet.
 */
export async function handOver(deps: Deps, port: PayoutPort, sending: SendingRow): Promise<void> {
  const { withdrawalId: id, apiVersion, principalId, accountId, sealed } = sending
  assert(sealed, 'a withdrawal that is being sent has its request')
  const body = open(deps.secrets.dataKey, bodyContext(id), sealed).toString('utf8')
  const sender = { principalId, accountId }
  try {
    const taken = await port.send({ apiVersion, sender, body }, sending.idempotencyKey)
    await noteTaken(deps, id, taken)
  } catch (error) {
    if (!(error instanceof PayoutError)) throw error
    // The idempotency key was used before, so the gateway has the payout.
    if (error.reason === 'repeated') return await noteTaken(deps, id, null)
    const isFirst = sending.tries === 1
    if (isFirst && error.reason === 'refused') return await failRefused(deps, id, error.code)
    // Failed because of our account or the connection, not because of this person.
    if (isFirst && ['no_funds', 'key_refused', 'resting'].includes(error.reason)) {
      await release(deps, id)
    }
    throw error
  }
}

/** Records that the gateway has the payout, and notifies the person once. */
async function noteTaken(deps: StepDeps, id: string, taken: TakenPayout | null): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockWithdrawal(tx, id)
    if (!row) return
    if (taken) await savePayoutId(tx, { withdrawalId: id, payoutId: taken.payoutId })
    // A batch of which nothing has started is read again before the person is notified.
    if (taken?.started !== false) await noteSent(tx, deps, row)
  })
}

/** Changes `sending` to `sent`; ignores other states. The caller has locked the row. */
export async function noteSent(tx: Tx, deps: StepDeps, row: WithdrawalRow): Promise<void> {
  if (row.status !== 'sending') return
  const { id, userId } = row
  await markTaken(tx, { id, now: deps.clock.now() })
  await noteStep(tx, deps, id, { event: 'sent', actorId: null, details: { channel: 'gateway' } })
  const data = factsOf(deps, row)
  await tellUser(tx, deps, withdrawalSent, { userId, data, cause: id })
}

/** Sets the withdrawal back to `approved`: nothing was taken, and no other attempt was made. */
async function release(deps: StepDeps, id: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await lockFirstTry(tx, id))) return
    await deleteSending(tx, id)
    await markNotTaken(tx, { id, now: deps.clock.now() })
  })
}

/** Fails a withdrawal whose first attempt was refused: nothing was paid, the money returns. */
async function failRefused(deps: StepDeps, id: string, code: string | undefined): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const row = await lockFirstTry(tx, id)
    if (row) await fail(tx, deps, row, code)
  })
}

/** Fails an approved withdrawal that cannot be sent to the gateway at all; the money returns. */
export async function failUnsent(
  deps: StepDeps,
  { id }: Pick<WithdrawalRow, 'id'>,
  code: string | undefined,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const row = await lockToHandOver(tx, deps, id)
    if (!row) return
    await markHandedOver(tx, { id, status: 'sending', now, nextCheckAt: now })
    await fail(tx, deps, row, code)
  })
}

async function lockFirstTry(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  const row = await lockWithdrawal(tx, id)
  if (row?.status !== 'sending') return undefined
  const sending = await findSending(tx, id)
  return sending?.tries === 1 && sending.payoutId === null ? row : undefined
}

async function fail(tx: Tx, deps: StepDeps, row: WithdrawalRow, code: string | undefined) {
  const ending = { status: 'failed', actorId: null, reason: reasonOf(code) } as const
  await endWithdrawal(tx, deps, row, { ...ending, details: code ? { code } : {} })
}
