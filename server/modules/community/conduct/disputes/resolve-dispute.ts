import type { DisputeOutcome } from '#contract/disputes.ts'
import { findCoverReturned, walletId } from '#server/modules/bank/ledger/index.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { endUnsentWithdrawals } from '#server/modules/money/withdrawals/index.ts'
import { assertSeen, authorizeAct, lockUser, tellUser } from '#server/modules/people/users/index.ts'
import {
  type Booking,
  decideDispute,
  driverMoneyOf,
  fareLink,
  listBookingRows,
  lockBooking,
  POINTS_JOB,
  partyOf,
} from '#server/modules/travel/bookings/index.ts'
import { findTripFacts, placeAt } from '#server/modules/travel/trips/index.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { listHearingPhotos } from '../hearings.queries.ts'
import { lastSaidAt } from '../said-at.ts'
import { disputeResolved } from './disputes.messages.ts'
import { closeDispute, type Dispute, findDispute, proposeDecision } from './disputes.queries.ts'
import { waitsForDriver } from './hear-driver.ts'

type Decision = { bookingId: string; outcome: DisputeOutcome; note: string }
type Asked = Decision & Partial<Record<'seenFirstAt' | 'seenSaidAt', string | null | undefined>>
type Decided = Decision & { deciderId: string }

/**
 * Decides a dispute for the passenger (full refund) or the driver (the fare), once the driver
 * answered or their deadline passed. Above the configured pesos the first decision is a proposal
 * (null), which a second person confirms or replaces. Taking back a paid fare ends the driver's
 * unsent withdrawals. Idempotent. Errors: `dispute_not_found`, `dispute_resolved`,
 * `dispute_unheard`, `forbidden` for a party of the booking, `dispute_second_person` for a proposer
 * who changes the outcome, `case_changed`, and those of `authorizeAct`.
 */
export function resolveDispute(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'config' | 'metrics'>,
  { userId: deciderId }: ActorId,
  { seenFirstAt, seenSaidAt, ...asked }: Asked,
): Promise<DisputeOutcome | null> {
  return inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const { bookingId, outcome } = asked
    const decision = { ...asked, deciderId }
    // Every use case locks the row of the person before the row of the booking.
    const [known] = await listBookingRows(tx, [bookingId])
    if (known) await lockUser(tx, known.driverId)
    const booking = await lockBooking(tx, bookingId)
    const dispute = booking && (await findDispute(tx, bookingId))
    if (!booking || !dispute) throw new AppError('dispute_not_found')
    if (partyOf(booking, deciderId)) throw new AppError('forbidden')
    if (dispute.outcome === outcome) return outcome
    if (dispute.outcome) throw new AppError('dispute_resolved')
    if (waitsForDriver(dispute, now)) throw new AppError('dispute_unheard')
    const photos = await listHearingPhotos(tx, [bookingId])
    assertSeen(seenSaidAt, lastSaidAt([dispute.answeredAt, dispute.addedAt], photos))
    const { proposedBy, proposedAt } = dispute
    if (proposedBy !== deciderId) assertSeen(seenFirstAt, proposedAt)
    const act = actOn(booking, deciderId)
    const alone = booking.farePesos <= deps.config.disputeSecondPerson
    if (alone) await authorizeAct(tx, deps, { ...act, signs: 'alone' })
    else if (!(await isAgreed(tx, deps, { dispute, decision, act, now }))) return null
    if (outcome === 'passenger' && (booking.chargedPesos ?? 0) > 0) {
      const { driverId: userId } = booking
      await endUnsentWithdrawals(tx, deps, { userId, why: 'dispute_decided' })
    }
    await closeDispute(tx, { ...decision, now })
    const owedPesos = await decideDispute(tx, booking, outcome, { actorId: deciderId, now })
    await audit(tx, 'dispute.resolved', decision, now)
    await tellBoth(tx, deps, { bookingId, outcome, owedPesos })
    // Also when the booking did not change: its points waited for the decision.
    await enqueue(tx, deps.clock, { name: POINTS_JOB, payload: { bookingId } })
    return outcome
  })
}

/** What `authorizeAct` compares: whoever decides, with both sides of the booking. */
const actOn = ({ id, passengerId, driverId }: Booking, actor: string) => {
  const affected = [passengerId, driverId]
  const subject = { kind: 'booking', id }
  return { actor, permission: 'disputes.resolve', affected, subject } as const
}

/** Answers whether this decision confirms another person's proposal; otherwise stores it. */
async function isAgreed(
  tx: Tx,
  deps: TellDeps,
  asked: { dispute: Dispute; decision: Decided; act: ReturnType<typeof actOn>; now: Date },
): Promise<boolean> {
  const { dispute, decision, act, now } = asked
  const { proposedBy, proposedOutcome } = dispute
  const same = proposedOutcome === decision.outcome
  if (proposedBy === decision.deciderId) {
    if (same) return false
    throw new AppError('dispute_second_person')
  }
  if (proposedBy && same) {
    await authorizeAct(tx, deps, { ...act, signs: 'second', earlier: [proposedBy] })
    return true
  }
  await authorizeAct(tx, deps, { ...act, signs: 'first' })
  if (proposedBy) await audit(tx, 'dispute.rejected', decision, now)
  await proposeDecision(tx, { ...decision, now })
  await audit(tx, 'dispute.proposed', decision, now)
  return false
}

async function audit(
  tx: Tx,
  action: string,
  { bookingId, deciderId, outcome, note }: Decided,
  at: Date,
): Promise<void> {
  const entry = { at, action, subject: { kind: 'booking', id: bookingId }, reason: note }
  await recordStaffAction(tx, { userId: deciderId }, { ...entry, details: { outcome, note } })
}

type Told = { bookingId: string; outcome: DisputeOutcome; owedPesos: number }

/** Tells both sides who was right, and where the money of the booking is. */
async function tellBoth(tx: Tx, deps: TellDeps, { bookingId, outcome, owedPesos }: Told) {
  const booking = await lockBooking(tx, bookingId)
  const trip = booking && (await findTripFacts(tx, booking.tripId))
  assert(booking && trip, `no booking ${bookingId}, or no trip of it`)
  const { passengerId, driverId, farePesos, fromSeq, toSeq } = booking
  const { path, byWallet } = fareLink(booking)
  const { gross, commission } = driverMoneyOf(booking)
  const settled = {
    from: placeAt(trip, fromSeq).name,
    to: placeAt(trip, toSeq).name,
    at: booking.picksUpAt.toISOString(),
    farePesos,
    earnsPesos: gross - commission,
    commissionPesos: commission,
    coverPesos: await findCoverReturned(tx, walletId(passengerId), deps.clock.now()),
  }
  for (const side of ['passenger', 'driver'] as const) {
    const owes = side === 'driver' && owedPesos > 0 && { owedPesos }
    await tellUser(tx, deps, disputeResolved, {
      userId: side === 'passenger' ? passengerId : driverId,
      data: { path, byWallet, inFavour: side === outcome, settled: { side, ...settled }, ...owes },
    })
  }
}
