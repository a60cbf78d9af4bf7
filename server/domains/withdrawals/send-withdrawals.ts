import { PayoutError, type PayoutPort, payoutPort } from '#server/domains/payouts/payouts.public.ts'
import { tellUser } from '#server/domains/users/users.public.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { type Destination, openDestination, targetOf } from './destination.ts'
import { lockToHandOver } from './may-leave.ts'
import { findHolder, type Holder } from './holder.ts'
import { leaseDue, planNextCheck } from './payouts.queries.ts'
import { reasonOf, settlePayout } from './settle-payout.ts'
import { endWithdrawal, factsOf, noteStep } from './withdrawal-steps.ts'
import {
  findWithdrawal,
  lockWithdrawal,
  markSent,
  type WithdrawalRow,
} from './withdrawals.queries.ts'

const BATCH = 20
/** Longer than a batch takes when every request times out. */
const LEASE_MS = 10 * MINUTE_MS
/** Pauses between two questions for a payout; the last one repeats, ACH takes days. */
const CHECK_MINUTES = [1, 2, 5, 10, 30, 60] as const

/**
 * Hands approved withdrawals to the gateway, and asks for those that it has. Withdrawals are
 * leased, so that a process that ends in between leaves them to the next one. Answers how many
 * were worked on.
 */
export async function sendWithdrawals(deps: Deps): Promise<number> {
  const port = payoutPort(deps)
  if (!port || port.restsUntil()) return 0
  const now = deps.clock.now()
  const leaseUntil = addMs(now, LEASE_MS)
  const due = await inTransaction(deps.db, (tx) => leaseDue(tx, { now, leaseUntil, limit: BATCH }))
  let done = 0
  for (const id of due) {
    const answered = await advance(deps, port, id)
    await inTransaction(deps.db, (tx) =>
      planNextCheck(tx, { id, now: deps.clock.now(), minutes: CHECK_MINUTES }),
    )
    done += 1
    // The rest of the batch would wait for the same silence: due again when the lease ends.
    if (!answered) break
  }
  return done
}

/** One step of one withdrawal; false when the gateway did not answer. */
async function advance(deps: Deps, port: PayoutPort, id: string): Promise<boolean> {
  try {
    const row = await findWithdrawal(deps.db, id)
    if (row?.status === 'approved') {
      if (await claimSending(deps, id)) await handOver(deps, port, id)
    } else if (row?.status === 'sent') {
      await lookUp(deps, port, row)
    }
    return true
  } catch (error) {
    if (!(error instanceof PayoutError)) throw error
    if (error.reason === 'no_funds') {
      deps.log.error({ withdrawalId: id }, 'the account that pays withdrawals has no money')
    }
    return !['unreachable', 'resting', 'key_refused'].includes(error.reason)
  }
}

/** Notes that it is handed over, before it is: who comes later looks it up first. */
async function claimSending(deps: Deps, id: string): Promise<boolean> {
  const now = deps.clock.now()
  return await inTransaction(deps.db, async (tx) => {
    const row = await lockToHandOver(tx, deps, id)
    if (!row) return false
    const nextCheckAt = addMs(now, LEASE_MS)
    await markSent(tx, { id, channel: 'gateway', batchId: null, now, nextCheckAt })
    await noteStep(tx, deps, id, { event: 'sent', actorId: null, details: { channel: 'gateway' } })
    const news = { userId: row.userId, template: 'withdrawal_sent', cause: id } as const
    await tellUser(tx, deps, { ...news, data: factsOf(deps, row) })
    return true
  })
}

/** Asks for a payout that may have been handed over; only an unknown one is sent, again. */
async function lookUp(deps: Deps, port: PayoutPort, row: WithdrawalRow): Promise<void> {
  const found = await port.find(row.reference)
  if (found) await settlePayout(deps, found)
  else await handOver(deps, port, row.id)
}

/** Sends with the key of the withdrawal, which the gateway pays once, and notes what it made. */
async function handOver(deps: Deps, port: PayoutPort, id: string): Promise<void> {
  const row = await findWithdrawal(deps.db, id)
  if (row?.status !== 'sent' || row.channel !== 'gateway') return
  assert(row.sealed, 'a withdrawal that is open has a destination')
  const destination = openDestination(deps.secrets, 'withdrawals', row.id, row.sealed)
  const holder = await findHolder(deps.db, deps, row.userId)
  if (!holder || !(await isStillTheirs(port, destination))) {
    return await fail(deps, port, row, 'KEY_CHANGED')
  }
  try {
    await port.send(payoutOf(row, destination, holder))
  } catch (error) {
    if (!(error instanceof PayoutError)) throw error
    if (error.reason === 'refused') return await fail(deps, port, row, error.code)
    // Taken before: the lookup below says what became of it.
    if (error.reason !== 'repeated') throw error
  }
  const made = await port.find(row.reference)
  if (made) await settlePayout(deps, made)
}

/** A key may have moved to somebody else since it was added. */
async function isStillTheirs(port: PayoutPort, destination: Destination): Promise<boolean> {
  if (destination.kind !== 'breb' || !destination.keyType) return true
  const { keyType, number: key, holder } = destination
  const found = await port.resolveKey({ keyType, key })
  return found?.name === holder
}

function payoutOf(row: WithdrawalRow, destination: Destination, holder: Holder) {
  const { legalId, legalIdType, email } = holder
  return {
    idempotencyKey: row.id,
    reference: row.reference,
    pesos: row.amountPesos,
    target: targetOf(destination),
    holder: { name: destination.holder, legalId, legalIdType, email },
  }
}

/** Nothing was paid: the money returns, unless the gateway does know a payout of it. */
async function fail(
  deps: Deps,
  port: PayoutPort,
  row: WithdrawalRow,
  code: string | undefined,
): Promise<void> {
  const known = await port.find(row.reference)
  if (known) {
    await settlePayout(deps, known)
    return
  }
  await inTransaction(deps.db, async (tx) => {
    const open = await lockWithdrawal(tx, row.id)
    if (open?.status !== 'sent') return
    const ending = { status: 'failed', actorId: null, reason: reasonOf(code) } as const
    await endWithdrawal(tx, deps, open, { ...ending, details: code ? { code } : {} })
  })
}
