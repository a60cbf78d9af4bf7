import { bookings } from '#contract/bookings.ts'
import { datedByDatabase as dated } from '#server/platform/clock-watch.ts'
import { type HttpDeps, routesOf } from '#server/platform/http/serve.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { boardByName } from './board/board-by-name.ts'
import { checkIn } from './board/board-passenger.ts'
import { claimNoShow } from './board/no-show.ts'
import { sayAboard, undoAboard } from './board/say-aboard.ts'
import { acceptRequest, rejectRequest } from './book/answer-request.ts'
import { bookSeat } from './book/book-seat.ts'
import type { Booking } from './booking.ts'
import { presentBooking, presentBookings, presentSeen } from './bookings.present.ts'
import { cancelBooking } from './cancel/cancel-booking.ts'
import { giveBackSeats } from './cancel/give-back-seats.ts'
import { acceptChange } from './change/accept-change.ts'
import { changeMeeting } from './change/change-meeting.ts'
import { changeSegment, previewSegment } from './change/change-segment.ts'
import {
  freeReturnsLeft,
  issueTicket,
  listBookings,
  listPassengers,
  showBooking,
} from './show-booking.ts'

const shown = async (deps: HttpDeps, actor: ActorId, made: Promise<Booking>) =>
  await presentBooking(deps, actor, await made)

export const bookingsRoutes = routesOf(bookings, (deps) => ({
  async book({ actor, params, body, idempotencyKey, guard }) {
    const asked = { idempotencyKey, ...params, ...body }
    return presentSeen(deps, actor, await bookSeat(deps, actor, asked, guard))
  },
  async terms({ actor, params }) {
    return { freeReturnsLeft: await freeReturnsLeft(deps, actor, params) }
  },
  async list({ actor, query: { scope, page = 1 } }) {
    const { found, totalPages } = await listBookings(deps, actor, { scope, page })
    return { bookings: await presentBookings(deps, actor, found), totalPages }
  },
  show: ({ actor, params }) => shown(deps, actor, showBooking(deps, actor, params)),
  ticket: ({ actor, params }) => issueTicket(deps, actor, params),
  accept: ({ actor, params }) => shown(deps, actor, acceptRequest(deps, actor, params)),
  reject: ({ actor, params }) => shown(deps, actor, rejectRequest(deps, actor, params)),
  async cancel({ actor, params, body, guard }) {
    const cancelled = await cancelBooking(deps, actor, { ...params, ...body }, guard)
    return presentSeen(deps, actor, cancelled)
  },
  async giveBack({ actor, params, body, idempotencyKey }) {
    const asked = { idempotencyKey, ...params, ...body }
    const { booking, part } = await giveBackSeats(deps, actor, asked)
    const { id: partId, refundedPesos: refunded } = part
    return { ...(await presentBooking(deps, actor, booking)), returned: { partId, refunded } }
  },
  claimNoShow: async ({ actor, params }) =>
    shown(deps, actor, claimNoShow(await dated(deps), actor, params)),
  async forTrip({ actor, params }) {
    const found = await listPassengers(deps, actor, params)
    return { bookings: await presentBookings(deps, actor, found) }
  },
  async checkIn({ actor, params, body, guard }) {
    const boarded = await checkIn(await dated(deps), actor, { ...params, ...body }, guard)
    return presentSeen(deps, actor, boarded)
  },
  boardByName: async ({ actor, params, body }) =>
    shown(deps, actor, boardByName(await dated(deps), actor, { ...params, ...body })),
  sayAboard: async ({ actor, params }) =>
    shown(deps, actor, sayAboard(await dated(deps), actor, params)),
  undoAboard: async ({ actor, params }) =>
    shown(deps, actor, undoAboard(await dated(deps), actor, params)),
  acceptChange: ({ actor, params, body }) =>
    shown(deps, actor, acceptChange(deps, actor, { ...params, ...body })),
  changeMeeting: ({ actor, params, body }) =>
    shown(deps, actor, changeMeeting(deps, actor, { ...params, ...body })),
  previewSegment: ({ actor, params, query: { from, to } }) =>
    previewSegment(deps, actor, { ...params, fromStopId: from, toStopId: to }),
  changeSegment: ({ actor, params, body }) =>
    shown(deps, actor, changeSegment(deps, actor, { ...params, ...body })),
}))
