import { z } from 'zod'
import { KEEP_LOST_JOB } from '#server/modules/money/payments/index.ts'
import { CALENDAR_END_JOB } from '#server/modules/people/access/index.ts'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { deadlineLane, mailLane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { ADVANCE_JOB } from './booking-states.ts'
import { bookingsRoutes } from './bookings.routes.ts'
import { CANCEL_TRIP_JOB, cancelOpenBookings } from './cancel/cancel-trip.ts'
import { bookingsData } from './data.ts'
import { revokeCalendarLink } from './receipts/calendar-feed.ts'
import { receiptsRoutes } from './receipts/receipts.routes.ts'
import { expireDue, expireSeats } from './seat-keeps/end-keep.ts'
import { EXPIRE_JOB } from './seat-keeps/keep-seats.ts'
import * as keepMessages from './seat-keeps/seat-keeps.messages.ts'
import { seatKeepsRoutes } from './seat-keeps/seat-keeps.routes.ts'
import { tellLostKeep } from './seat-keeps/tell-lost.ts'
import { advanceDue, advanceOnTime } from './settle/advance-booking.ts'
import { FOLLOW_JOB, followPart, RELEASE_JOB, releasePart } from './settle/follow-part.ts'
import * as messages from './tell/bookings.messages.ts'
import { REMIND_MEETING_JOB, remindOfMeeting } from './tell/remind-meeting.ts'
import * as connectionMessages from './tell/tell.messages.ts'
import { TELL_JOB, tellBooking } from './tell/tell-booking.ts'

const BookingPayload = z.object({ bookingId: z.uuid() })
const EventPayload = z.object({ eventId: z.uuid() })
const TripPayload = z.object({ tripId: z.uuid(), byTeam: z.boolean().default(false) })

const LinkPayload = z.object({ userId: z.uuid(), at: z.coerce.date() })
const OwnerPayload = z.object({ userId: z.uuid() })
const KeepPayload = z.object({ keepId: z.uuid() })

export const bookingsModule: Module = {
  name: 'bookings',
  data: bookingsData,
  routes: [bookingsRoutes, receiptsRoutes, seatKeepsRoutes],
  jobs: [
    job(ADVANCE_JOB, BookingPayload, (deps, of) => advanceOnTime(deps, of.bookingId), deadlineLane),
    job(CANCEL_TRIP_JOB, TripPayload, cancelOpenBookings, deadlineLane),
    job(TELL_JOB, EventPayload, (deps, { eventId }) => tellBooking(deps, eventId), mailLane),
    {
      name: REMIND_MEETING_JOB,
      lane: mailLane,
      run: (deps, payload) => remindOfMeeting(deps, BookingPayload.parse(payload).bookingId),
    },
    job(FOLLOW_JOB, BookingPayload, followPart, deadlineLane),
    job(RELEASE_JOB, BookingPayload, releasePart, deadlineLane),
    job(CALENDAR_END_JOB, LinkPayload, revokeCalendarLink, deadlineLane),
    job(EXPIRE_JOB, KeepPayload, (deps, { keepId }) => expireSeats(deps, keepId), deadlineLane),
    job(KEEP_LOST_JOB, OwnerPayload, tellLostKeep, mailLane),
  ],
  recurring: [
    { name: 'bookings.advance-due', everyMs: MINUTE_MS, onWrongClock: 'waits', run: advanceDue },
    { name: 'seat-keeps.expire-due', everyMs: MINUTE_MS, onWrongClock: 'waits', run: expireDue },
  ],
  messages: [messages, connectionMessages, keepMessages].flatMap((each) => Object.values(each)),
}
