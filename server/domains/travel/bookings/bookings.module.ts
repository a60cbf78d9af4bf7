import type { Room } from '#server/platform/room.ts'
import { bookingsData } from './bookings.data.ts'
import { bookingsJobs, bookingsRecurring } from './bookings.jobs.ts'
import { bookingsRoutes } from './bookings.routes.ts'
import * as messages from './tell/bookings.messages.ts'

export const bookingsModule: Room = {
  name: 'bookings',
  data: bookingsData,
  routes: [bookingsRoutes],
  jobs: bookingsJobs,
  recurring: bookingsRecurring,
  messages: Object.values(messages),
}
