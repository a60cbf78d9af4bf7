import { z } from 'zod'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { deadlineLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler, RecurringJob } from '#server/platform/jobs/worker.ts'
import { applySanction } from './apply-sanction.ts'
import { APPLY_JOB, followInherited } from './follow-sanction.ts'
import { noteSignals } from './note-signals.ts'

const SanctionPayload = z.object({ sanctionId: z.uuid() })

export const conductJobs: JobHandler[] = [
  {
    name: APPLY_JOB,
    lane: deadlineLane,
    run: (deps, payload) => applySanction(deps, SanctionPayload.parse(payload).sanctionId),
  },
]

export const conductRecurring: RecurringJob[] = [
  { name: 'conduct.signals', everyMs: 6 * HOUR_MS, run: noteSignals },
  { name: 'conduct.inherited', everyMs: 5 * MINUTE_MS, run: followInherited },
]
