import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BookingState } from './booking-view.ts'
import {
  type BookingFacts,
  DRIVER_MOMENTS,
  momentOfBooking,
  momentOfTrip,
  type OwnTripFacts,
  PASSENGER_MOMENTS,
  type PassengerMoment,
  type RoadFacts,
} from './moments.ts'
import { TripState } from './trips.ts'

const HOUR_MS = 3_600_000
/** Saturday, 3:14 p. m. in Bogotá. */
const BOARDS = new Date('2026-11-28T15:14:00-05:00')
const LEAVES = new Date('2026-11-28T19:22:00-05:00')
const at = (time: string) => new Date(`2026-11-${time}:00-05:00`)

const booking: BookingFacts = {
  state: 'confirmed',
  boardsAt: BOARDS,
  leavesAt: LEAVES,
  expectedAt: LEAVES,
  arrivedAt: null,
  hasPlace: true,
  isPaused: false,
  hasRated: false,
  change: null,
}
/** The first car arrives at the change at this hour. */
const change = (time: string | null, isBroken = false) => ({
  change: { isBroken, firstArrivesAt: time ? at(time) : null },
})
const road: RoadFacts = {
  delayMinutes: 0,
  isLate: false,
  hasStarted: false,
  isAtPickUp: false,
  isOver: false,
}
const late = { ...road, delayMinutes: 91, isLate: true }

type Case = [PassengerMoment, string, Partial<BookingFacts>, RoadFacts | null]

const bookingCases: Case[] = [
  ['asked', '27T10:00', { state: 'requested' }, null],
  ['held', '27T10:00', { state: 'kept' }, null],
  ['no_place', '27T20:00', { hasPlace: false }, null],
  ['confirmed', '27T15:59', {}, null],
  ['evening', '27T16:00', {}, null],
  ['evening', '28T13:13', {}, null],
  ['two_hours', '28T13:14', {}, null],
  ['two_hours', '28T13:14', { hasPlace: false }, null],
  ['two_hours', '28T15:14', {}, road],
  ['late', '28T13:20', {}, { ...late, hasStarted: true }],
  ['late', '28T14:50', {}, late],
  ['late', '28T13:14', { hasPlace: false }, { ...late, delayMinutes: 158 }],
  // Three hours ahead, a delay without a start may still be made good.
  ['evening', '28T12:00', {}, late],
  ['at_door', '28T16:40', {}, { ...late, hasStarted: true, isAtPickUp: true }],
  ['at_door', '28T15:10', { hasPlace: false }, { ...road, isAtPickUp: true }],
  ['evening', '28T12:00', change(null), null],
  ['change_ahead', '28T12:00', change('28T14:20'), null],
  ['change_ahead', '28T14:00', change('28T15:14'), null],
  ['change_missed', '28T14:00', change('28T15:15'), null],
  // The second car is late too.
  ['late', '28T14:00', change('28T16:00'), late],
  ['change_missed', '28T14:00', change('28T16:46'), late],
  ['at_door', '28T15:10', change('28T15:20'), { ...road, isAtPickUp: true }],
  ['broken', '27T10:00', change(null, true), null],
  ['broken', '28T14:00', change('28T15:20', true), late],
  // From its own hour the car counts, not the other one, which failed.
  ['late', '28T15:14', change('28T17:00', true), late],
  ['two_hours', '28T15:14', change(null, true), road],
  ['refunded', '28T14:00', { ...change(null, true), state: 'cancelled_by_passenger' }, null],
  ['riding', '28T16:00', { ...change(null, true), state: 'checked_in' }, road],
  ['paused', '28T15:10', { isPaused: true }, { ...road, isAtPickUp: true }],
  ['riding', '28T16:00', { state: 'checked_in', isPaused: true }, road],
  ['riding', '28T15:20', { state: 'aboard_said' }, null],
  // Later than planned by the delay, and not there yet.
  ['riding', '28T20:00', { state: 'checked_in' }, late],
  ['riding', '28T20:52', { state: 'checked_in', expectedAt: at('28T20:53') }, null],
  ['arrived', '28T20:53', { state: 'checked_in', expectedAt: at('28T20:53') }, null],
  // The next stop is overdue, but no press says that the car is late.
  ['arrived', '28T20:00', { state: 'arrived' }, late],
  ['arrived', '28T18:55', { state: 'checked_in' }, { ...road, isOver: true }],
  ['arrived', '28T19:22', { state: 'checked_in' }, null],
  ['two_hours', '29T01:21', {}, null],
  ['arrived', '29T01:22', {}, null],
  ['arrived', '28T18:30', {}, { ...road, isOver: true }],
  ['arrived', '29T10:00', { state: 'completed', hasRated: true }, null],
  ['to_rate', '29T19:22', { state: 'completed' }, null],
  ['done', '29T19:22', { state: 'completed', hasRated: true }, null],
  ['arrived', '29T18:50', { state: 'arrived', arrivedAt: at('28T18:55') }, null],
  ['to_rate', '29T18:55', { state: 'arrived', arrivedAt: at('28T18:55') }, null],
  ['done', '28T20:00', { state: 'completed', arrivedAt: at('14T19:22') }, null],
  ['review', '28T20:00', { state: 'no_show_claimed' }, null],
  ['refunded', '28T10:00', { state: 'cancelled_by_passenger' }, null],
  ['refunded', '28T23:00', { state: 'decided_for_passenger' }, null],
  ['cancelled', '28T10:00', { state: 'cancelled_by_driver' }, null],
  ['cancelled', '28T10:00', { state: 'trip_cancelled', isPaused: true }, null],
]

describe('moment of a booking', () => {
  it.each(bookingCases)('is %s on November %s with %o', (moment, time, facts, roadFacts) => {
    expect(momentOfBooking({ ...booking, ...facts }, roadFacts, at(time))).toBe(moment)
  })

  it('has a case in the table for each moment', () => {
    expect(new Set(bookingCases.map(([moment]) => moment))).toEqual(new Set(PASSENGER_MOMENTS))
  })

  const facts = fc.record({
    state: fc.constantFrom(...BookingState.options, 'kept' as const),
    arrivedAt: fc.option(fc.constant(LEAVES)),
    hasPlace: fc.boolean(),
    isPaused: fc.boolean(),
    hasRated: fc.boolean(),
    change: fc.option(
      fc.record({ isBroken: fc.boolean(), firstArrivesAt: fc.option(fc.constant(BOARDS)) }),
    ),
  })
  const roads = fc.option(
    fc.record({
      delayMinutes: fc.integer({ min: 0, max: 600 }),
      isLate: fc.boolean(),
      hasStarted: fc.boolean(),
      isAtPickUp: fc.boolean(),
      isOver: fc.boolean(),
    }),
  )
  const hours = fc.integer({ min: -24 * 40, max: 24 * 40 })

  it('returns one of the named moments for every state, delay, press and hour', () => {
    fc.assert(
      fc.property(facts, roads, hours, (some, someRoad, hour) => {
        const now = new Date(BOARDS.getTime() + hour * HOUR_MS)
        const moment = momentOfBooking({ ...booking, ...some }, someRoad, now)
        expect(PASSENGER_MOMENTS).toContain(moment)
      }),
    )
  })

  it('never goes back from an arrival to the ride as time passes', () => {
    const order: PassengerMoment[] = ['riding', 'arrived', 'to_rate', 'done']
    const aboard = fc.record({ hasRated: fc.boolean(), arrivedAt: fc.option(fc.constant(LEAVES)) })
    fc.assert(
      fc.property(aboard, fc.array(hours, { minLength: 2 }), (some, all) => {
        const seen = all
          .sort((a, b) => a - b)
          .map((hour) => new Date(BOARDS.getTime() + hour * HOUR_MS))
          .map((now) => momentOfBooking({ ...booking, ...some, state: 'checked_in' }, null, now))
          .map((moment) => order.indexOf(moment))
        expect(seen).toEqual([...seen].sort((a, b) => a - b))
      }),
    )
  })
})

const trip: OwnTripFacts = {
  state: 'to_leave',
  departsAt: BOARDS,
  endsAt: LEAVES,
  isPaused: false,
  hasRequests: false,
  hasToRate: false,
}

const tripCases: [(typeof DRIVER_MOMENTS)[number], string, Partial<OwnTripFacts>][] = [
  ['draft', '10T10:00', { state: 'draft' }],
  ['confirmed', '27T15:59', {}],
  ['asked', '27T15:59', { hasRequests: true }],
  ['asked', '27T20:00', { hasRequests: true }],
  ['evening', '27T16:00', {}],
  ['two_hours', '28T13:14', { hasRequests: true }],
  ['two_hours', '28T15:20', {}],
  ['late', '28T15:30', { state: 'late_to_leave' }],
  ['paused', '28T15:30', { state: 'late_to_leave', isPaused: true }],
  ['paused', '27T15:59', { isPaused: true }],
  ['riding', '28T16:00', { state: 'on_the_way', isPaused: true }],
  ['riding', '28T20:00', { state: 'late_to_arrive' }],
  ['no_news', '28T23:00', { state: 'no_news' }],
  ['arrived', '28T20:00', { state: 'finished' }],
  ['to_rate', '29T20:00', { state: 'finished', hasToRate: true }],
  ['done', '29T20:00', { state: 'finished' }],
  ['cancelled', '27T10:00', { state: 'cancelled' }],
]

describe("moment of a driver's trip", () => {
  it.each(tripCases)('is %s on November %s with %o', (moment, time, facts) => {
    expect(momentOfTrip({ ...trip, ...facts }, at(time))).toBe(moment)
  })

  it('has a case in the table for each moment, and each state of a trip has a moment', () => {
    expect(new Set(tripCases.map(([moment]) => moment))).toEqual(new Set(DRIVER_MOMENTS))
    for (const state of TripState.options) {
      expect(DRIVER_MOMENTS).toContain(momentOfTrip({ ...trip, state }, BOARDS))
    }
  })
})
