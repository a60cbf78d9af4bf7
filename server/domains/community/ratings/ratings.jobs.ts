import { z } from 'zod'
import { RATE_JOB } from '#server/domains/travel/bookings/bookings.public.ts'
import { mailLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler } from '#server/platform/jobs/worker.ts'
import { askForRating, REMIND_JOB, remindOfRating } from './ask-for-rating.ts'
import { REVEAL_JOB, revealOnTime } from './reveal-ratings.ts'

const Payload = z.object({ bookingId: z.uuid() })

export const ratingsJobs: JobHandler[] = [
  {
    name: RATE_JOB,
    lane: mailLane,
    run: (deps, payload) => askForRating(deps, Payload.parse(payload).bookingId),
  },
  {
    name: REMIND_JOB,
    lane: mailLane,
    run: (deps, payload) => remindOfRating(deps, Payload.parse(payload).bookingId),
  },
  {
    name: REVEAL_JOB,
    run: (deps, payload) => revealOnTime(deps, Payload.parse(payload).bookingId),
  },
]
