import { z } from 'zod'
import { ROAD_STATES, RoadTrip } from './back-office-road.ts'
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

/** Work that the viewer has taken, and nobody else does. */
const OwnWork = z.object({
  kind: z.enum(['incident', 'ticket']),
  id: Id,
  /** Number of a ticket. */
  number: z.int().nullable(),
  /** Name of the person who wrote; empty for a visitor without an account. */
  name: z.string(),
  /** Since when it waits, and the deadline of a ticket; for `travel` the departure. */
  at: Instant,
  urgency: z.enum(URGENCIES),
  dueAt: Instant.nullable(),
})
export type OwnWork = z.infer<typeof OwnWork>

const TripsToday = z.object({
  /** Trips that depart today in Bogotá, and those of them still ahead. */
  departures: count,
  ahead: count,
  /** Trips with passengers on the road: their number by state, and the first late or silent. */
  road: z.object({ counts: z.record(z.enum(ROAD_STATES), count), items: z.array(RoadTrip) }),
  /** Requests that the driver has not answered. */
  requests: count,
})
export type TripsToday = z.infer<typeof TripsToday>

export const todayCalls = {
  showToday: get('/admin/today', {
    auth: { permission: 'dashboard.view' },
    summary: 'Show what waits for the team today',
    description:
      'Returns the queues that the caller may work on, the most urgent first, with their ' +
      'number, oldest item, urgency and due time, the recorded refunds that wait long for a ' +
      'second signature, what the caller has taken, and the trips of today in short ' +
      'with `people.view`; null for others.',
    ok: z.object({
      queues: z.array(QueueLoad),
      /** The first proposals that wait for the second signature of the caller. */
      unsigned: z.array(Unsigned),
      refunds: z.array(Unsigned),
      /** Tickets and emergencies that the viewer took, the most urgent first. */
      mine: z.array(OwnWork),
      trips: TripsToday.nullable(),
    }),
  }),
}
