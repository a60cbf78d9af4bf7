import { z } from 'zod'
import { RATE_JOB } from '#server/modules/travel/bookings/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { mailLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { askForRating, REMIND_JOB, remindOfRating } from './ask-for-rating.ts'
import { ratingsData } from './data.ts'
import { countRatingCases } from './rating-cases.queries.ts'
import * as messages from './ratings.messages.ts'
import { ratingsRoutes } from './ratings.routes.ts'
import { REVEAL_JOB, revealOnTime } from './reveal-ratings.ts'

const Payload = z.object({ bookingId: z.uuid() })

/** Handler that runs `act` with the booking of the payload. */
const ofBooking = (act: (deps: Deps, bookingId: string) => Promise<void>): JobHandler['run'] => {
  return (deps, payload) => act(deps, Payload.parse(payload).bookingId)
}

export const ratingsModule: Module = {
  name: 'ratings',
  data: ratingsData,
  routes: [ratingsRoutes],
  jobs: [
    { name: RATE_JOB, lane: mailLane, run: ofBooking(askForRating) },
    { name: REMIND_JOB, lane: mailLane, run: ofBooking(remindOfRating) },
    { name: REVEAL_JOB, run: ofBooking(revealOnTime) },
  ],
  messages: Object.values(messages),
  queues: { 'rating-cases': countRatingCases },
}
