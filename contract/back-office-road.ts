import { z } from 'zod'
import { TripOverview } from './back-office-trips.ts'
import { Id, Instant, longText, PesosSum } from './common.ts'
import { ROAD_MESSAGE_MAX, ROAD_MESSAGE_MIN } from './desk-action-limits.ts'
import { get, post } from './route.ts'
import type { TripState } from './trips.ts'

/** States of trips on the road, in the order of the board. */
export const ROAD_STATES = [
  'late_to_leave',
  'late_to_arrive',
  'no_news',
  'on_the_way',
] as const satisfies readonly TripState[]
export type RoadState = (typeof ROAD_STATES)[number]

/** Latest sign of where a trip is: a press of the driver, a boarding, or a position. */
const HEARD = ['start', 'stop', 'boarding', 'position', 'word'] as const

export const RoadTrip = TripOverview.extend({
  state: z.enum(ROAD_STATES),
  /** Arrival by the plan; `expectedAt` is moved by the present delay. */
  plannedAt: Instant,
  /** Whole minutes after the planned departure, or after the planned arrival. */
  lateMinutes: z.int().min(0),
  /** Declared stops; `share`: part of the road up to the stop, 0 to 1. */
  stops: z.array(z.object({ name: z.string(), share: z.number(), passed: z.boolean() })),
  /** Part of the road that the car has behind it, 0 to 1, by its last press or position. */
  car: z.number().min(0).max(1),
  heard: z.object({ how: z.enum(HEARD), at: Instant }).nullable(),
  /** Seats of who waits for the car, and of who is in it. */
  waiting: z.int(),
  aboard: z.int(),
})
export type RoadTrip = z.infer<typeof RoadTrip>

/**
 * Passenger with a seat. `place`: pick-up while they wait, drop-off once they are aboard.
 * `arrived`: what they said; null: nothing. `mayLeave`: now, without cost, as the car is late.
 */
const RoadPassenger = z.object({
  id: Id,
  name: z.string(),
  photoUrl: z.string().nullable(),
  place: z.string(),
  aboard: z.boolean(),
  arrived: z.boolean().nullable(),
  mayLeave: z.boolean(),
})
export type RoadPassenger = z.infer<typeof RoadPassenger>

const view = { permission: 'people.view' } as const
const Driver = z.object({
  ...{ id: Id, name: z.string(), photoUrl: z.string().nullable(), tripsCompleted: z.int() },
})

export const roadCalls = {
  showRoad: get('/admin/road', {
    auth: view,
    summary: 'Show the trips on the road',
    description:
      'Returns the trips on the road by what was pressed and seen: late to leave, late to ' +
      'arrive, without news, then the others, the latest first; with passengers unless `all`. No ' +
      'coordinates.',
    query: z.strictObject({ all: z.enum(['true']).optional() }),
    ok: z.object({
      trips: z.array(RoadTrip),
      /** Trips that leave until midnight, and those that ended today. */
      ahead: z.int(),
      finished: z.int(),
      asOf: Instant,
    }),
  }),
  showRoadTrip: get('/admin/road/:tripId', {
    auth: view,
    summary: 'Show the people of a trip on the road',
    description: 'Returns driver and passengers of a trip with what each may do now.',
    ok: z.object({
      driver: Driver,
      passengers: z.array(RoadPassenger),
      /** Pesos that would return to wallets if all who may leave without cost did. */
      atStake: PesosSum,
      /** When the team last wrote to all of the trip; null: never. */
      toldAt: Instant.nullable(),
    }),
    errors: ['trip_not_found'],
  }),
  tellRoadTrip: post('/admin/road/:tripId/messages', {
    auth: { permission: 'tickets.answer' },
    summary: 'Write to everybody of a trip',
    description:
      'Sends a text to the driver and to all with a seat, in the app, by mail, push and text ' +
      'message. One message per trip in 5 minutes; a repeat with the same id sends nothing.',
    body: z.strictObject({ id: Id, text: longText(ROAD_MESSAGE_MAX).min(ROAD_MESSAGE_MIN) }),
    ok: z.object({ told: z.int() }),
    limit: { max: 60, windowSeconds: 3600, by: 'user' },
    errors: ['trip_not_found', 'trip_told_lately'],
  }),
}
