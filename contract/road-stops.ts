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

/** What a stop of an answer says of it. */
export const RoadStop = z.object({
  /** Whether it is no declared stop, but sold now without the driver's answer; at its `point`. */
  atOnce: z.boolean(),
  /** Whether it is such a stop that somebody booked: arrivals after it may be 5 minutes later. */
  extra: z.boolean(),
})
