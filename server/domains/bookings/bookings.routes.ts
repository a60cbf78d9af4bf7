import type { FastifyInstance } from 'fastify'
import { bookings } from '#contract/bookings.ts'
import { meetings } from '#contract/meetings.ts'
import { type HttpDeps, serve } from '#server/platform/http/serve.ts'
import { acceptRequest, rejectRequest } from './answer-request.ts'
import { checkIn, confirmAboard } from './board-passenger.ts'
import { bookSeat } from './book-seat.ts'
import {
  presentBooked,
  presentBooking,
  presentBookings,
  presentSeen,
  presentTicket,
} from './bookings.present.ts'
import { cancelBooking } from './cancel-booking.ts'
import { changeMeeting } from './change-meeting.ts'
import { claimNoShow } from './no-show.ts'
import {
  freeReturnsLeft,
  issueTicket,
  listBookings,
  listPassengers,
  showBooking,
} from './show-booking.ts'

export function bookingsRoutes(app: FastifyInstance, deps: HttpDeps): void {
  serve(app, deps, bookings, {
    async book({ actor: { userId: passengerId }, params, body, idempotencyKey, guard }) {
      const asked = { passengerId, idempotencyKey, ...params, ...body }
      return presentBooked(deps, await bookSeat(deps, asked, guard))
    },
    async terms({ actor: { userId: passengerId }, params }) {
      return { freeReturnsLeft: await freeReturnsLeft(deps, { passengerId, ...params }) }
    },
    async list({ actor, query: { scope, page = 1 } }) {
      const asked = { passengerId: actor.userId, scope, page }
      const { found, totalPages } = await listBookings(deps, asked)
      return { bookings: await presentBookings(deps, found, actor.userId), totalPages }
    },
    async show({ actor: { userId }, params }) {
      return presentBooking(deps, await showBooking(deps, { userId, ...params }), userId)
    },
    async ticket({ actor, params }) {
      return presentTicket(await issueTicket(deps, { passengerId: actor.userId, ...params }))
    },
    async accept({ actor: { userId }, params }) {
      const accepted = await acceptRequest(deps, { driverId: userId, ...params })
      return presentBooking(deps, accepted, userId)
    },
    async reject({ actor: { userId }, params }) {
      const rejected = await rejectRequest(deps, { driverId: userId, ...params })
      return presentBooking(deps, rejected, userId)
    },
    async cancel({ actor: { userId }, params, body, guard }) {
      const cancelled = await cancelBooking(deps, { userId, ...params, ...body }, guard)
      return presentSeen(deps, cancelled, userId)
    },
    async confirmAboard({ actor: { userId }, params }) {
      const aboard = await confirmAboard(deps, { passengerId: userId, ...params })
      return presentBooking(deps, aboard, userId)
    },
    async claimNoShow({ actor: { userId }, params }) {
      const claimed = await claimNoShow(deps, { driverId: userId, ...params })
      return presentBooking(deps, claimed, userId)
    },
    async forTrip({ actor: { userId }, params }) {
      const found = await listPassengers(deps, { driverId: userId, ...params })
      return { bookings: await presentBookings(deps, found, userId) }
    },
    async checkIn({ actor: { userId }, params, body, guard }) {
      const aboard = await checkIn(deps, { driverId: userId, ...params, ...body }, guard)
      return presentSeen(deps, aboard, userId)
    },
  })
  serve(app, deps, meetings, {
    async changeMeeting({ actor, params, body }) {
      const changed = await changeMeeting(deps, actor, { ...params, ...body })
      return presentBooking(deps, changed, actor.userId)
    },
  })
}
