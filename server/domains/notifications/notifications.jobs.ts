import { mailLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler } from '#server/platform/jobs/worker.ts'
import { deliverMail } from './deliver-mail.ts'
import { MAIL_JOB } from './send-mail.ts'

export const notificationsJobs: JobHandler[] = [
  { name: MAIL_JOB, lane: mailLane, run: deliverMail },
]
