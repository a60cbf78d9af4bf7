import { z } from 'zod'
import {
  PAPERS_APPROVED_JOB,
  PAPERS_CHANGED_JOB,
} from '#server/modules/people/verification/index.ts'
import { POINT_CHANGED_JOB } from '#server/modules/roads/places/index.ts'
import { HOUR_MS, MINUTE_MS } from '#server/platform/clock.ts'
import { deadlineLane } from '#server/platform/jobs/lanes.ts'
import { job } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { tripChangesData } from './data.ts'
import { askToPublish } from './publish-again/ask-to-publish.ts'
import * as publishAgainMessages from './publish-again/publish-again.messages.ts'
import { generateDue, retryRefused } from './recurrence/generate-trips.ts'
import * as recurrenceMessages from './recurrence/recurrence.messages.ts'
import { recurrenceRoutes } from './recurrence/recurrence.routes.ts'
import { replacePoint } from './replace-point.ts'
import * as messages from './trip-changes.messages.ts'
import { tripChangesRoutes } from './trip-changes.routes.ts'
import { DRAFT_SAVED_JOB } from './trip-drafts/keep-draft.ts'
import { publishDraft } from './trip-drafts/publish-draft.ts'
import * as tripDraftsMessages from './trip-drafts/trip-drafts.messages.ts'
import { tripDraftsRoutes } from './trip-drafts/trip-drafts.routes.ts'
import { reviewTrips } from './trip-pauses/review-trips.ts'
import * as tripPausesMessages from './trip-pauses/trip-pauses.messages.ts'
import { tripPausesRoutes } from './trip-pauses/trip-pauses.routes.ts'

const DriverPayload = z.object({ driverId: z.uuid() })
const PointPayload = z.object({ safePointId: z.uuid(), causeId: z.uuid() })

export const tripChangesModule: Module = {
  name: 'trip-changes',
  data: tripChangesData,
  routes: [tripChangesRoutes, tripPausesRoutes, recurrenceRoutes, tripDraftsRoutes],
  messages: [
    ...Object.values(messages),
    ...Object.values(tripPausesMessages),
    ...Object.values(recurrenceMessages),
    ...Object.values(tripDraftsMessages),
    ...Object.values(publishAgainMessages),
  ],
  jobs: [
    job(PAPERS_CHANGED_JOB, DriverPayload, reviewTrips, deadlineLane),
    job(POINT_CHANGED_JOB, PointPayload, replacePoint, deadlineLane),
    job(PAPERS_APPROVED_JOB, DriverPayload, publishDraft),
    job(DRAFT_SAVED_JOB, DriverPayload, publishDraft),
  ],
  recurring: [
    {
      name: 'trip-pauses.review',
      everyMs: HOUR_MS,
      onWrongClock: 'waits',
      run: (deps) => reviewTrips(deps),
    },
    {
      name: 'recurrence.generate',
      everyMs: 15 * MINUTE_MS,
      onWrongClock: 'waits',
      run: generateDue,
    },
    {
      name: 'publish-again.ask',
      everyMs: 15 * MINUTE_MS,
      onWrongClock: 'waits',
      run: askToPublish,
    },
    { name: 'recurrence.retry', everyMs: 15 * MINUTE_MS, onWrongClock: 'waits', run: retryRefused },
  ],
}
