import { receipts } from '#contract/receipts.ts'
import { drawReceipt } from '#server/modules/foundation/files/index.ts'
import { sendFile } from '#server/platform/http/send-file.ts'
import { routesOf } from '#server/platform/http/serve.ts'
import {
  makeCalendarLink,
  readFeed,
  revokeCalendarLink,
  showCalendarLink,
} from './calendar-feed.ts'
import { readCalendar, readReceipt } from './read-booking.ts'

const CALENDAR = 'text/calendar; charset=utf-8'

/** Serves receipts and calendar files of bookings. */
export const receiptsRoutes = routesOf(receipts, (deps) => ({
  async pdf({ actor, params, reply }) {
    const receipt = await readReceipt(deps, actor, params)
    const name = `cupo-comprobante-${shortId(params.bookingId)}.pdf`
    return sendFile(reply, await drawReceipt(receipt), { type: 'application/pdf', name })
  },
  async calendar({ actor, params, reply }) {
    const file = await readCalendar(deps, actor, params)
    const name = `cupo-viaje-${shortId(params.bookingId)}.ics`
    return sendFile(reply, file, { type: CALENDAR, name })
  },
  calendarLink: ({ actor }) => showCalendarLink(deps, actor),
  makeCalendarLink: ({ actor }) => makeCalendarLink(deps, actor),
  revokeCalendarLink: ({ actor }) => revokeCalendarLink(deps, actor),
  async feed({ params, reply }) {
    const file = await readFeed(deps, params)
    // A program may keep it, and asks each time whether it changed.
    return reply
      .headers({ 'content-type': CALENDAR, 'cache-control': 'private, no-cache' })
      .send(file)
  },
}))

function shortId(bookingId: string): string {
  return bookingId.slice(-8)
}
