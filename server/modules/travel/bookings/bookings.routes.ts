import { bookings } from '#contract/bookings.ts'
import { datedByDatabase as dated } from '#server/platform/clock-watch.ts'
import { type Handlers, type HttpDeps, routesOf } from '#server/platform/http/serve.ts'
import { boardByName } from './board/board-by-name.ts'
import { checkIn } from './board/board-passenger.ts'
import { claimNoShow } from './board/no-show.ts'
import { sayAboard, undoAboard } from './board/say-aboard.ts'
import { acceptRequest, rejectRequest } from './book/answer-request.ts'
import { bookSeat } from './book/book-seat.ts'
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
  async show({ actor, params }) {
    return presentBooking(deps, actor, await showBooking(deps, actor, params))
  },
  async ticket({ actor, params }) {
    return issueTicket(deps, actor, params)
  },
  async accept({ actor, params }) {
    return presentBooking(deps, actor, await acceptRequest(deps, actor, params))
  },
  async reject({ actor, params }) {
    return presentBooking(deps, actor, await rejectRequest(deps, actor, params))
  },
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
  async claimNoShow({ actor, params }) {
    return presentBooking(deps, actor, await claimNoShow(await dated(deps), actor, params))
  },
  async forTrip({ actor, params }) {
    const found = await listPassengers(deps, actor, params)
    return { bookings: await presentBookings(deps, actor, found) }
  },
  async checkIn({ actor, params, body, guard }) {
    const boarded = await checkIn(await dated(deps), actor, { ...params, ...body }, guard)
    return presentSeen(deps, actor, boarded)
  },
  async boardByName({ actor, params, body }) {
    const aboard = await boardByName(await dated(deps), actor, { ...params, ...body })
    return presentBooking(deps, actor, aboard)
  },
  async sayAboard({ actor, params }) {
    return presentBooking(deps, actor, await sayAboard(await dated(deps), actor, params))
  },
  async undoAboard({ actor, params }) {
    return presentBooking(deps, actor, await undoAboard(await dated(deps), actor, params))
  },
  ...changes(deps),
}))

type Changes = Pick<
  Handlers<typeof bookings>,
  'acceptChange' | 'changeMeeting' | 'previewSegment' | 'changeSegment'
>

/** Calls that change what was booked, and keep the booking. */
function changes(deps: HttpDeps): Changes {
  return {
    async acceptChange({ actor, params, body }) {
      const accepted = await acceptChange(deps, actor, { ...params, ...body })
      return presentBooking(deps, actor, accepted)
    },
    async changeMeeting({ actor, params, body }) {
      const changed = await changeMeeting(deps, actor, { ...params, ...body })
      return presentBooking(deps, actor, changed)
    },
    async previewSegment({ actor, params, query: { from, to } }) {
      const asked = { ...params, fromStopId: from, toStopId: to }
      return previewSegment(deps, actor, asked)
    },
    async changeSegment({ actor, params, body }) {
      const changed = await changeSegment(deps, actor, { ...params, ...body })
      return presentBooking(deps, actor, changed)
    },
  }
}
