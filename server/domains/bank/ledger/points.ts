import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { pointsId } from './chart.ts'
import {
  type AwardInput,
  awardReferralRow,
  awardTripRow,
  pointsRow,
  spendRow,
  type TakeInput,
  type TakenRow,
  takeReferralRow,
  takeTripRow,
} from './points.queries.ts'

/** Points that a person can spend; 0 when the account was never opened. */
export function pointsOf(db: Reader, userId: string): Promise<number> {
  return pointsRow(db, pointsId(userId))
}

/**
 * Gives a person points (whole, above zero) for a completed booking of theirs. True when they are
 * new, false for a repeat. Throws when the booking is no cause, or the points differ from before.
 */
export async function awardTripPoints(tx: Tx, input: AwardInput): Promise<boolean> {
  return isNew(await awardTripRow(tx, input), input.causeId)
}

/** The same for a paid referral of which the person is one side. */
export async function awardReferralPoints(tx: Tx, input: AwardInput): Promise<boolean> {
  return isNew(await awardReferralRow(tx, input), input.causeId)
}

/** Points taken back, and how many the person had spent: those are not owed. */
export type TakenPoints = { taken: number; missing: number; isNew: boolean }

/**
 * Takes back the points of a booking that is not completed any more, down to a balance of zero.
 * May be repeated. Throws when the booking is completed, or gave no points.
 */
export async function takeTripPoints(tx: Tx, input: TakeInput): Promise<TakenPoints> {
  return takenOf(await takeTripRow(tx, input), input.causeId)
}

/** The same for a referral whose trip is not completed any more. */
export async function takeReferralPoints(tx: Tx, input: TakeInput): Promise<TakenPoints> {
  return takenOf(await takeReferralRow(tx, input), input.causeId)
}

/** Pays a redemption with the points of its person. Errors: `points_insufficient`. */
export async function spendPoints(
  tx: Tx,
  input: { redemptionId: string; now: Date },
): Promise<void> {
  const outcome = await spendRow(tx, input)
  if (outcome === 'refused:insufficient_funds') throw new AppError('points_insufficient')
  isNew(outcome, input.redemptionId)
}

function isNew(outcome: string, causeId: string): boolean {
  assert(outcome === 'created' || outcome === 'same', `points of ${causeId}: ${outcome}`)
  return outcome === 'created'
}

function takenOf(row: TakenRow | undefined, causeId: string): TakenPoints {
  return {
    taken: row?.taken ?? 0,
    missing: row?.missing ?? 0,
    isNew: isNew(row?.outcome ?? '', causeId),
  }
}
