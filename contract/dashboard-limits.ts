/** Numbers of the dashboard that server and screen share. */

/** Days that it shows at once; it compares them with as many days before. */
export const DASHBOARD_DAYS = ['7', '30', '90'] as const
export type DashboardDays = (typeof DASHBOARD_DAYS)[number]

/** Hours of the office within which documents are reviewed. */
export const REVIEW_OFFICE_HOURS = 48

/** Steps of a person, from signing up to the first trip that ended well. */
export const FUNNEL_STEPS = [
  'signedUp',
  'phone',
  'verified',
  'toppedUp',
  'tookPart',
  'travelled',
] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]
