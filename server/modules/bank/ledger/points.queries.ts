import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { pointsId } from './chart.ts'

export type AwardInput = { causeId: string; userId: string; points: number; now: Date }
export type TakeInput = Omit<AwardInput, 'points'>

export async function awardTripRow(tx: Tx, input: AwardInput): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    select ledger_award_trip_points(${input.causeId}, ${input.userId}, ${input.points},
      ${input.now}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? ''
}

export async function awardReferralRow(tx: Tx, input: AwardInput): Promise<string> {
  const { rows } = await sql<{ outcome: string }>`
    select ledger_award_referral_points(${input.causeId}, ${input.userId}, ${input.points},
      ${input.now}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? ''
}

export type TakenRow = { outcome: string; taken: number; missing: number }

export async function takeTripRow(tx: Tx, input: TakeInput): Promise<TakenRow | undefined> {
  const { rows } = await sql<TakenRow>`
    select outcome, taken, missing
    from ledger_take_trip_points(${input.causeId}, ${input.userId}, ${input.now})`.execute(tx)
  return rows[0]
}

export async function takeReferralRow(tx: Tx, input: TakeInput): Promise<TakenRow | undefined> {
  const { rows } = await sql<TakenRow>`
    select outcome, taken, missing
    from ledger_take_referral_points(${input.causeId}, ${input.userId}, ${input.now})`.execute(tx)
  return rows[0]
}

export async function spendRow(tx: Tx, input: { redemptionId: string; now: Date }) {
  const { rows } = await sql<{ outcome: string }>`
    select ledger_spend_points(${input.redemptionId}, ${input.now}) as outcome`.execute(tx)
  return rows[0]?.outcome ?? ''
}

/** Returns the points that a person can spend; 0 if the account was never opened. */
export async function findPoints(db: Reader, userId: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select credits_posted - debits_posted - debits_pending as points
    from ledger_accounts where id = ${pointsId(userId)}`.execute(db)
  return rows[0]?.points ?? 0
}
