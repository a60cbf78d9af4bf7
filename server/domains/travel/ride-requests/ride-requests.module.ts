import type { Room } from '#server/platform/room.ts'
import { rideRequestsData } from './ride-requests.data.ts'
import { rideRequestsJobs, rideRequestsRecurring } from './ride-requests.jobs.ts'
import * as messages from './ride-requests.messages.ts'
import { rideRequestsRoutes } from './ride-requests.routes.ts'

export const rideRequestsModule: Room = {
  name: 'ride-requests',
  data: rideRequestsData,
  routes: [rideRequestsRoutes],
  jobs: rideRequestsJobs,
  recurring: rideRequestsRecurring,
  messages: Object.values(messages),
}
