import { providerLane } from '#server/platform/jobs/lanes.ts'
import type { JobHandler } from '#server/platform/jobs/worker.ts'
import { REVOKE_JOB, revokeAppleToken } from './apple-tokens.ts'

export const oauthJobs: JobHandler[] = [
  { name: REVOKE_JOB, lane: providerLane, run: revokeAppleToken },
]
