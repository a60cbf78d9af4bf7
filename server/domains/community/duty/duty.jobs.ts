import { z } from 'zod'
import { alarmLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler } from '#server/platform/jobs/worker.ts'
import { callPeople } from './call-people.ts'
import { CALL_JOB } from './raise-alarm.ts'

const Step = z.object({ alarmId: z.uuid(), minute: z.literal([0, 2, 5]) })

export const dutyJobs: JobHandler[] = [
  {
    name: CALL_JOB,
    lane: alarmLane,
    run: (deps, payload) => callPeople(deps, Step.parse(payload)),
  },
]
