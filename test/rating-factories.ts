// Completed trips that can be rated, and ratings over HTTP.
import { expect } from 'vitest'
import { type Body, openBookingsApp } from './booking-factories.ts'
import type { TestUser } from './factories.ts'
import type { TestTrip } from './trip-factories.ts'

export type RatingsApp = Awaited<ReturnType<typeof openRatingsApp>>

export type Journey = {
  trip: TestTrip
  driver: TestUser
  passenger: TestUser
  id: string
  dropsOffAt: Date
}

const GOOD: Body = { stars: 5, tags: ['on_time'], comment: 'Todo muy bien.' }

export async function openRatingsApp() {
  const test = await openBookingsApp()

  const show = async (who: TestUser, { id }: { id: string }) =>
    (await test.call(who, 'GET', `/bookings/${id}/rating`)).body.rating

  return {
    ...test,
    show,
    /** Creates a completed trip: the clock stands at the planned drop-off. */
    async aJourney(trip?: TestTrip, passenger?: TestUser): Promise<Journey> {
      const booked = trip ?? (await test.newTrip())
      const who = passenger ?? (await test.aPassenger())
      const booking = await test.booked(who, booked)
      test.toPickUp(booking, 0)
      await test.board(booked.driver, booking)
      const dropsOffAt = new Date(booking.to.at)
      test.clock.set(dropsOffAt)
      return { trip: booked, driver: booked.driver, passenger: who, id: booking.id, dropsOffAt }
    },
    rate: (who: TestUser, { id }: { id: string }, body: Body = GOOD) =>
      test.call(who, 'POST', `/bookings/${id}/rating`, body),
    /** Both people rate; the driver gives these stars. */
    async bothRate(journey: Journey, stars: number): Promise<void> {
      const { driver, passenger, id } = journey
      for (const [who, body] of [
        [driver, { stars: 5 }],
        [passenger, { stars, comment: 'Buen viaje.' }],
      ] as const) {
        const { status, body: answer } = await test.call(
          who,
          'POST',
          `/bookings/${id}/rating`,
          body,
        )
        expect([status, answer.code]).toEqual([200, undefined])
      }
    },
    async profile({ userId }: TestUser) {
      return (await test.app.inject(`/api/users/${userId}`)).json().profile
    },
    async ratingsOf({ userId }: TestUser, query = '') {
      return (await test.app.inject(`/api/users/${userId}/ratings${query}`)).json()
    },
    /** Kinds of the person's notifications about ratings, oldest first. */
    async told(who: TestUser): Promise<string[]> {
      const { body } = await test.call(who, 'GET', '/notifications')
      return body.notifications
        .map(({ kind }: { kind: string }) => kind)
        .filter((kind: string) => kind.startsWith('rating_'))
        .reverse()
    },
  }
}
