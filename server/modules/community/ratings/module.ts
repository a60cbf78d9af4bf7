import { z } from 'zod'
import { RATE_JOB } from '#server/modules/travel/bookings/index.ts'
import { mailLane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { askForRating, REMIND_JOB, remindOfRating } from './ask-for-rating.ts'
import { ratingsData } from './data.ts'
import { countRatingCases } from './rating-cases.queries.ts'
import * as messages from './ratings.messages.ts'
import { ratingsRoutes } from './ratings.routes.ts'
import { REVEAL_JOB, revealOnTime } from './reveal-ratings.ts'

const Payload = z.object({ bookingId: z.uuid() })

export const ratingsModule: Module = {
  name: 'ratings',
  data: ratingsData,
  routes: [ratingsRoutes],
  jobs: [
    job(RATE_JOB, Payload, (deps, { bookingId }) => askForRating(deps, bookingId), mailLane),
    job(REMIND_JOB, Payload, (deps, { bookingId }) => remindOfRating(deps, bookingId), mailLane),
    job(REVEAL_JOB, Payload, (deps, { bookingId }) => revealOnTime(deps, bookingId)),
  ],
  messages: Object.values(messages),
  queues: { 'rating-cases': countRatingCases },
}
