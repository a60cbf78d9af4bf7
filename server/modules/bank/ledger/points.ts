import type { Tx } from '#server/platform/db/tx.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import {
  type AwardInput,
  awardReferralRow,
  awardTripRow,
  spendRow,
  type TakeInput,
  type TakenRow,
  takeReferralRow,
  takeTripRow,
} from './points.queries.ts'

/**
 * Gives a person points (whole, above zero) for a completed booking. Returns false for a repeat.
 * Throws when the booking is not a valid cause, or a repeat has other points.
 */
export async function awardTripPoints(tx: Tx, input: AwardInput): Promise<boolean> {
  return isNew(await awardTripRow(tx, input), input.causeId)
}

/** Gives a person points for a paid referral. Repeats and errors as `awardTripPoints`. */
export async function awardReferralPoints(tx: Tx, input: AwardInput): Promise<boolean> {
  return isNew(await awardReferralRow(tx, input), input.causeId)
}

/** Points taken back. `missing`: points that the person had already spent, which are not owed. */
export type TakenPoints = { taken: number; missing: number; isNew: boolean }

/**
 * Takes back the points of a booking that is no longer completed, down to a balance of zero. Can be
 * repeated. Throws when the booking is completed, or gave no points.
 */
export async function takeTripPoints(tx: Tx, input: TakeInput): Promise<TakenPoints> {
  return takenOf(await takeTripRow(tx, input), input.causeId)
}

/** Takes back the points of a referral whose trip is no longer completed. */
export async function takeReferralPoints(tx: Tx, input: TakeInput): Promise<TakenPoints> {
  return takenOf(await takeReferralRow(tx, input), input.causeId)
}

/** Pays a redemption with the person's points. Errors: `points_insufficient`. */
export async function spendPoints(tx: Tx, input: { redemptionId: string; now: Date }) {
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
