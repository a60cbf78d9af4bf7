import { z } from 'zod'
import { Id } from './common.ts'
import { route } from './route.ts'

/** Ratings of a person in one line. */
export const RatingSummary = z.object({
  /** Mean with one decimal; null without ratings. */
  average: z.number().nullable(),
  count: z.int(),
})
export type RatingSummary = z.infer<typeof RatingSummary>

/** From trips, ratings and cancellations; docs/product.md has the table. */
export const Level = z.enum(['new', 'regular', 'trusted', 'outstanding'])
export type Level = z.infer<typeof Level>

/** How often a driver let passengers down in the last twelve months. */
export const DriverMarks = z.object({
  /** Passengers left because the driver was over 30 minutes late. */
  late: z.int(),
  /** Cancelled an agreed seat, or a trip with agreed seats. */
  cancelled: z.int(),
  /** Moved a trip with agreed seats by 2 hours or more in all on its last day. */
  moved: z.int(),
  /** Did not come for a passenger. */
  didNotCome: z.int(),
  /** Said that a passenger did not come, and it was not so. */
  unfoundedNoShow: z.int(),
})
export type DriverMarks = z.infer<typeof DriverMarks>

export const standing = {
  showMarks: route({
    method: 'GET',
    path: '/drivers/:driverId/marks',
    auth: 'public',
    summary: 'Incumplimientos públicos de un conductor en los últimos 12 meses',
    description: 'How often a driver let passengers down in the last 12 months, by kind. Public.',
    params: z.strictObject({ driverId: Id }),
    ok: DriverMarks,
    errors: [],
  }),
}
