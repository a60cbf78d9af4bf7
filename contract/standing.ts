import { z } from 'zod'
import { get } from './route.ts'

export const RatingSummary = z.object({
  /** Mean with one decimal; null without ratings. */
  average: z.number().nullable(),
  count: z.int(),
})
export type RatingSummary = z.infer<typeof RatingSummary>

/** Level computed from trips, ratings and cancellations; docs/product.md has the table. */
export const Level = z.enum(['new', 'regular', 'trusted', 'outstanding'])
export type Level = z.infer<typeof Level>

/** Failures of a driver towards passengers in the last twelve months. */
export const DriverMarks = z.object({
  /** Passengers who cancelled because the driver was over 30 minutes late. */
  late: z.int(),
  /** Cancellations of an agreed seat, or of a trip with agreed seats. */
  cancelled: z.int(),
  /** Trips with agreed seats that were moved by 2 hours or more in total on their last day. */
  moved: z.int(),
  didNotCome: z.int(),
  unfoundedNoShow: z.int(),
})
export type DriverMarks = z.infer<typeof DriverMarks>

export const standing = {
  showMarks: get('/drivers/:driverId/marks', {
    auth: 'public',
    summary: 'Show how often a driver let passengers down',
    description:
      'Returns how often a driver let passengers down in the last 12 months, by kind. Anybody ' +
      'may call it.',
    ok: DriverMarks,
  }),
}
