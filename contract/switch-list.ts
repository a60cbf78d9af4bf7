/** Features that the team can switch off without a release, in the order of its screen. */
export const SWITCHES = [
  'withdrawals',
  'top_ups',
  'publishing',
  'sign_ups',
  'ride_requests',
  'questions',
  'push',
] as const
export type Switch = (typeof SWITCHES)[number]

export const SWITCH_REASON_MIN = 10
export const SWITCH_REASON_MAX = 500
