import { z } from 'zod'

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
