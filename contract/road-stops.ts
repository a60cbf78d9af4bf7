import { z } from 'zod'
import { EXTRA_STOPS_MAX } from './limits.ts'

/** What a driver says of the places of the road that are no stops of the trip. */
export const RoadTerms = z.object({
  /** Never, as the driver answers each time, or some of them at once. */
  roadStops: z.enum(['no', 'ask', 'at_once']),
  /** Most such places that are sold at once. */
  extraMax: z.int().min(0).max(EXTRA_STOPS_MAX),
})

/** The same in a request to publish. */
export const RoadAsked = z.object({
  /** As 0.1.0 sends it; without effect beside `roadStops`. Until 2027-02-01. */
  enRoutePickups: z.boolean().default(true),
  ...RoadTerms.partial().shape,
})

/** Fields of each stop of a trip in an answer. */
export const RoadStop = z.object({
  /** Whether the driver did not declare it, and it is sold now without an answer, at `point`. */
  atOnce: z.boolean(),
  /** Whether it is an extra stop that somebody booked: later arrivals may be 5 minutes late. */
  extra: z.boolean(),
})
