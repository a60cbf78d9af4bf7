import { z } from 'zod'
import { ROAD_STATES, RoadTrip } from './back-office-road.ts'
import { TripOverview } from './back-office-trips.ts'
import { Id, Instant } from './common.ts'
import { Unsigned } from './proposal.ts'
import { get } from './route.ts'
import { TEAM_QUEUES } from './team-queues.ts'
import { URGENCIES } from './urgency.ts'

const count = z.int().min(0)

const QueueLoad = z.object({
  queue: z.enum(TEAM_QUEUES),
  count,
  /** Time since which the oldest item waits; null when the queue is empty. */
  oldestAt: Instant.nullable(),
  /** Urgency of the most urgent item; `waiting` for an empty queue. */
  urgency: z.enum(URGENCIES),
  /** Deadline of the most urgent item; in the past: late. Null when nothing has a clock. */
  dueAt: Instant.nullable(),
})
export type QueueLoad = z.infer<typeof QueueLoad>

const OpenRequest = z.object({
  id: Id,
  from: z.string(),
  to: z.string(),
  picksUpAt: Instant,
  seats: z.int(),
  driver: z.object({ id: Id, name: z.string() }),
  /** Time at which the request ends without an answer of the driver. */
  expiresAt: Instant,
})
export type OpenRequest = z.infer<typeof OpenRequest>

/** The first items of a list, and the number of all of them. */
const first = <T extends z.ZodType>(item: T) => z.object({ count, items: z.array(item) })

const TripsToday = z.object({
  /** Trips that depart today in Bogotá: their number, and those still ahead, the next first. */
  departures: count,
  ahead: first(TripOverview),
  /** Trips with passengers on the road: their number by state, and the first late or silent. */
  road: z.object({
    counts: z.record(z.enum(ROAD_STATES), count),
    items: z.array(RoadTrip),
  }),
  /** Requests that the driver has not answered, the first to expire first. */
  requests: first(OpenRequest),
})
export type TripsToday = z.infer<typeof TripsToday>

export const todayCalls = {
  showToday: get('/admin/today', {
    auth: { permission: 'dashboard.view' },
    summary: 'Show what waits for the team today',
    description:
      'Returns the queues that the caller may work on, the most urgent first, with their ' +
      'number, oldest item, urgency and due time, the recorded refunds that wait long for a ' +
      'second signature, and the trips of today that need a look. Trips only with ' +
      '`people.view`; null for others.',
    ok: z.object({
      queues: z.array(QueueLoad),
      /** The first proposals that wait for the second signature of the caller. */
      unsigned: z.array(Unsigned),
      refunds: z.array(Unsigned),
      trips: TripsToday.nullable(),
    }),
  }),
}
