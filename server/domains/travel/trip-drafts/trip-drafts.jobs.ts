import { z } from 'zod'
import { PAPERS_APPROVED_JOB } from '#server/modules/people/verification/index.ts'
import type { JobHandler } from '#server/platform/jobs/worker.ts'
import { DRAFT_SAVED_JOB } from './keep-draft.ts'
import { publishDraft } from './publish-draft.ts'

const DriverPayload = z.object({ driverId: z.uuid() })

export const tripDraftsJobs: JobHandler[] = [PAPERS_APPROVED_JOB, DRAFT_SAVED_JOB].map((name) => ({
  name,
  run: (deps, payload) => publishDraft(deps, DriverPayload.parse(payload)),
}))
