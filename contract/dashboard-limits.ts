/** Limits of the dashboard that server and screen share. */

/** Length of the period shown, in days; it is compared with the same number of days before. */
export const DASHBOARD_DAYS = ['7', '30', '90'] as const
export type DashboardDays = (typeof DASHBOARD_DAYS)[number]

/** Office hours within which documents are reviewed. */
export const REVIEW_OFFICE_HOURS = 48

/** Steps from sign-up to the first completed trip. */
export const FUNNEL_STEPS = [
  'signedUp',
  'phone',
  'verified',
  'toppedUp',
  'tookPart',
  'travelled',
] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]
