import { derivedId } from '#server/platform/ids.ts'

/** Accounts of the company, created by database/data/ledger.sql, without a running balance. */
export const gatewayWompi = '00000000-0000-7000-8000-000000000001'
export const revenueCommission = '00000000-0000-7000-8000-000000000002'
/** Money on its way to people's bank accounts. */
export const payoutsClearing = '00000000-0000-7000-8000-000000000003'
/** Suspense account: duplicate charges that wait for their refund. */
export const suspensePayments = '00000000-0000-7000-8000-000000000005'

/** What Cupo pays for people: credits by the team. */
export const companyCredits = '00000000-0000-7000-8000-000000000006'

/** The guarantee fund; it has running totals, so it is never below zero. */
export const guaranteeFund = '00000000-0000-7000-8000-000000000007'

/** Derives the account id of a person's wallet in pesos. */
export function walletId(userId: string): string {
  return derivedId('ledger.wallet.COP', userId)
}

/** Derives the account id of a person's reward points. */
export function pointsId(userId: string): string {
  return derivedId('ledger.points.PTS', userId)
}

/** Reasons for which money moves; docs/ledger.md has a row for each. */
export const transferCodes = [
  'topup',
  'topup_reversal',
  'topup_debt',
  'topup_refund',
  'topup_suspense',
  'suspense_return',
  'debt_repayment',
  'fare',
  'commission',
  'fare_return',
  'fare_debt',
  'commission_return',
  'withdrawal',
  'withdrawal_return',
  'team_credit',
  'credit_lapsed',
  'fund_open',
  'fund_share',
  'rescue_credit',
  'rescue_return',
  'connection_pay',
  'stranded_aid',
  'adjustment',
  'points_trip',
  'points_referral',
  'points_redeemed',
  'points_undone',
] as const

export type TransferCode = (typeof transferCodes)[number]

/** Cause of a movement, so that every row can be explained. */
export type Cause = {
  kind:
    | 'payment'
    | 'booking'
    | 'withdrawal'
    | 'operator'
    | 'redemption'
    | 'referral'
    | 'money_act'
    | 'fund_day'
    | 'price'
    | 'rescue'
  id: string
}
