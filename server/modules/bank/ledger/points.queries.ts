import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { pointsId } from './chart.ts'

export type AwardInput = { causeId: string; userId: string; points: number; now: Date }
export type TakeInput = Omit<AwardInput, 'points'>

export function awardTripRow(tx: Tx, input: AwardInput) {
  return run.value<{ outcome: string }>(tx, '')`
    select ledger_award_trip_points(${input.causeId}, ${input.userId}, ${input.points},
      ${input.now}) as outcome`
}

export function awardReferralRow(tx: Tx, input: AwardInput) {
  return run.value<{ outcome: string }>(tx, '')`
    select ledger_award_referral_points(${input.causeId}, ${input.userId}, ${input.points},
      ${input.now}) as outcome`
}

export type TakenRow = { outcome: string; taken: number; missing: number }

export function takeTripRow(tx: Tx, input: TakeInput) {
  return run.row<TakenRow>(tx)`
    select outcome, taken, missing
    from ledger_take_trip_points(${input.causeId}, ${input.userId}, ${input.now})`
}

export function takeReferralRow(tx: Tx, input: TakeInput) {
  return run.row<TakenRow>(tx)`
    select outcome, taken, missing
    from ledger_take_referral_points(${input.causeId}, ${input.userId}, ${input.now})`
}

export function spendRow(tx: Tx, input: { redemptionId: string; now: Date }) {
  return run.value<{ outcome: string }>(tx, '')`
    select ledger_spend_points(${input.redemptionId}, ${input.now}) as outcome`
}

/** Returns the points that a person can spend; 0 if the account was never opened. */
export function findPoints(db: Reader, userId: string) {
  return run.value<{ points: number }>(db, 0)`
    select credits_posted - debits_posted - debits_pending as points
    from ledger_accounts where id = ${pointsId(userId)}`
}
