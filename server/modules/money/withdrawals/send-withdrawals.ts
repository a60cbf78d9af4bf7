import { openCase } from '#server/modules/bank/ledger/index.ts'
import { PayoutError, type PayoutPort, payoutPort } from '#server/modules/bank/payouts/index.ts'
import { isOn } from '#server/modules/foundation/switches/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { eachLeased } from '#server/platform/jobs/leased-rows.ts'
import { type Destination, openDestination, targetOf } from './destination.ts'
import { claimAnotherTry, claimSending, failUnsent, handOver, LEASE_MS } from './hand-over.ts'
import { findHolderOf, isForFile } from './holder.ts'
import { lookUp } from './look-up-payout.ts'
import { leaseDue, planNextCheck } from './payouts.queries.ts'
import { findSending, markUnanswered, type SendingRow } from './sendings.queries.ts'
import { settleBatch } from './settle-payout.ts'
import { findWithdrawal, type WithdrawalRow } from './withdrawals.queries.ts'

const BATCH = 20
/** Intervals between lookups of a payout; the last one repeats, because ACH takes days. */
const CHECK_MINUTES = [1, 2, 5, 10, 30, 60] as const
/**
 * Time in which a request can be resent. The gateway remembers a key for 24 hours from the first
 * attempt; after that the same request would pay again.
 */
const RESEND_MS = 20 * HOUR_MS

/**
 * Sends approved withdrawals to the gateway, unless switched off, and looks up those sent before.
 * They are leased, so another process continues if this one stops. Returns their number.
 */
export async function sendWithdrawals(deps: Deps): Promise<number> {
  const port = payoutPort(deps)
  if (!port || port.restsUntil()) return 0
  const handsOver = await isOn(deps, 'withdrawals')
  const now = deps.clock.now()
  const lease = { now, leaseUntil: addMs(now, LEASE_MS), limit: BATCH, handsOver }
  const due = await inTransaction(deps.db, (tx) => leaseDue(tx, lease))
  return await eachLeased(deps, due, {
    name: 'withdrawals.send',
    step: (id) => advanceWithdrawal(deps, port, { id, handsOver }),
    planNext: (id) =>
      inTransaction(deps.db, (tx) =>
        planNextCheck(tx, { id, now: deps.clock.now(), minutes: CHECK_MINUTES }),
      ),
  })
}

/** Performs one step of a withdrawal; false when the gateway did not answer: the run stops. */
export async function advanceWithdrawal(
  deps: Deps,
  port: PayoutPort,
  { id, handsOver }: { id: string; handsOver: boolean },
): Promise<boolean> {
  try {
    const row = await findWithdrawal(deps.db, id)
    if (row?.status === 'approved' && handsOver) await begin(deps, port, row)
    else if (row?.channel === 'gateway' && row.closedAt === null) {
      await goOn(deps, port, row, handsOver)
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

/**
 * First hand-over of a withdrawal, unless finance pays it by a file. The request is stored before
 * it is sent. If the gateway already has the payout, because our database was restored to an
 * earlier state, it is not sent again.
 */
async function begin(deps: Deps, port: PayoutPort, row: WithdrawalRow): Promise<void> {
  if (await isForFile(deps.db, deps, row)) return
  const prepared = await prepare(deps, port, row)
  if ('refused' in prepared) return await failUnsent(deps, row, prepared.refused)
  const known = await lookUp(port, row, undefined)
  const sending = await claimSending(deps, row, prepared)
  if (!sending) return
  if (known) {
    await settleBatch(deps, row.id, known)
    return
  }
  await handOver(deps, port, sending)
  await settle(deps, port, row)
}

/** Looks up a payout; if nobody knows it, sends it again or leaves it to people. */
async function goOn(deps: Deps, port: PayoutPort, row: WithdrawalRow, handsOver: boolean) {
  if (await settle(deps, port, row)) return
  const sending = await findSending(deps.db, row.id)
  if (sending && row.status === 'sending' && mayResend(deps, port, sending)) {
    const another = handsOver ? await claimAnotherTry(deps, row.id) : undefined
    if (!another) return
    await handOver(deps, port, another)
    await settle(deps, port, row)
  } else if (isOverdue(deps, row)) {
    await showToPeople(deps, row)
  }
}

/** Whether to resend: no batch is named, the key is valid, and our credentials are the same. */
function mayResend({ clock }: Pick<Deps, 'clock'>, port: PayoutPort, sending: SendingRow): boolean {
  const { principalId, accountId } = port.sender
  return (
    sending.payoutId === null &&
    clock.now() < addMs(sending.firstSentAt, RESEND_MS) &&
    sending.principalId === principalId &&
    sending.accountId === accountId
  )
}

const isOverdue = ({ clock }: Pick<Deps, 'clock'>, { sentAt }: WithdrawalRow) =>
  sentAt !== null && clock.now() >= addMs(sentAt, RESEND_MS)

/** Reads and applies the state of a payout; false when the gateway does not know it. */
async function settle(deps: Deps, port: PayoutPort, row: WithdrawalRow): Promise<boolean> {
  const found = await lookUp(port, row, await findSending(deps.db, row.id))
  if (!found) return false
  await settleBatch(deps, row.id, found)
  return true
}

/** Opens a case for a payout with an unknown result: two people find out and record it. */
async function showToPeople(deps: Deps, { id, reference, amountPesos }: WithdrawalRow) {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    if (!(await markUnanswered(tx, { id, now }))) return
    const details = { amountInCents: amountPesos * 100, currency: 'COP' }
    await openCase(tx, { kind: 'payout_unanswered', reference, transactionId: id, details, now })
    deps.metrics.count('payout_case', { kind: 'payout_unanswered' })
    deps.log.error({ withdrawalId: id }, 'the gateway does not know a payout that was sent to it')
  })
}

/** Builds the request to the gateway; `refused` when this withdrawal cannot be sent. */
async function prepare(deps: Deps, port: PayoutPort, row: WithdrawalRow) {
  assert(row.sealed, 'a withdrawal that is open has a destination')
  const destination = openDestination(deps.secrets, 'withdrawals', row.id, row.sealed)
  const holder = await findHolderOf(deps.db, deps, row)
  if (!holder || !(await isStillTheirs(port, destination))) return { refused: 'KEY_CHANGED' }
  const { reference, amountPesos: pesos } = row
  try {
    return await port.prepare({ reference, pesos, target: targetOf(destination), holder })
  } catch (error) {
    const isRefused = error instanceof PayoutError && error.reason === 'refused'
    if (isRefused) return { refused: error.code }
    throw error
  }
}

/** Whether a Bre-B key has the same holder, by masked name; a key can move to another person. */
async function isStillTheirs(port: PayoutPort, destination: Destination): Promise<boolean> {
  if (destination.kind !== 'breb' || !destination.keyType) return true
  const { keyType, number: key, holder } = destination
  const found = await port.resolveKey({ keyType, key })
  return found?.name === holder
}
