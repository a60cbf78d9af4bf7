import { z } from 'zod'
import { MINUTE_MS } from '#server/platform/clock.ts'
import { deadlineLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { expireDue, expireSeats } from './end-keep.ts'
import { EXPIRE_JOB } from './keep-seats.ts'

const KeepPayload = z.object({ keepId: z.uuid() })

export const seatKeepsJobs: JobHandler[] = [
  {
    name: EXPIRE_JOB,
    lane: deadlineLane,
    async run(deps, payload) {
      await expireSeats(deps, KeepPayload.parse(payload).keepId)
    },
  },
]

export const seatKeepsRecurring: RecurringJob[] = [
  { name: 'seat-keeps.expire-due', everyMs: MINUTE_MS, onWrongClock: 'waits', run: expireDue },
]
