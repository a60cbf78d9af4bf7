import { z } from 'zod'
import { IDENTITY_CHANGED_JOB, lockUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { job, type RecurringJob } from '#server/platform/jobs/worker.ts'
import type { Module } from '#server/platform/module.ts'
import { applyDecision } from './apply-decision.ts'
import { verificationData } from './data.ts'
import { APPLY_DECISION_JOB } from './decide-documents.ts'
import { deleteOldPhotos } from './delete-photos.ts'
import { discardFile, filesOlderThan } from './document-store.ts'
import { countReviews } from './photos.queries.ts'
import { PAPERS_CHANGED_JOB } from './settle-review.ts'
import { tellExpiring, tellInsurance, tellPhotoRule } from './tell-documents.ts'
import * as messages from './verification.messages.ts'
import { findKnownStorageKeys, reopenNamedDocuments } from './verification.queries.ts'
import { verificationRoutes } from './verification.routes.ts'

/**
 * Age from which a file without a row is removed. Far longer than an upload takes to commit its
 * row, so that a person can notice that the database was restored to a day before the files.
 */
const GRACE_MS = 7 * DAY_MS

const BATCH = 500

/** Removes files whose upload stopped between writing the file and its row. */
async function removeOrphanFiles(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<number> {
  const keys = await filesOlderThan(deps, addMs(deps.clock.now(), -GRACE_MS))
  let removed = 0
  for (let start = 0; start < keys.length; start += BATCH) {
    const batch = keys.slice(start, start + BATCH)
    const known = await findKnownStorageKeys(deps.db, batch)
    for (const key of batch.filter((each) => !known.has(each))) {
      await discardFile(deps, key)
      removed += 1
    }
  }
  return removed
}

/** Runs a job but ignores an unreachable bucket: the files are found again in the next hour. */
function whileStored(run: (deps: Deps) => Promise<number>): (deps: Deps) => Promise<number> {
  return async (deps) => {
    try {
      return await run(deps)
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'unavailable')) throw error
      deps.log.warn({ reason: String(error.cause) }, 'storage unavailable')
      return 0
    }
  }
}

const DecisionPayload = z.object({ decisionId: z.uuid() })
const UserPayload = z.object({ userId: z.uuid() })

/**
 * Approved documents with a name wait again once their owner has another name or number; trips that
 * need them stop selling.
 */
async function reopenDocuments(deps: Pick<Deps, 'db' | 'clock'>, { userId }: { userId: string }) {
  await inTransaction(deps.db, async (tx) => {
    await lockUser(tx, userId)
    await reopenNamedDocuments(tx, userId)
    await enqueue(tx, deps.clock, { name: PAPERS_CHANGED_JOB, payload: { driverId: userId } })
  })
}

export const verificationRecurring: RecurringJob[] = [
  {
    name: 'remove-orphan-files',
    everyMs: HOUR_MS,
    onWrongClock: 'waits',
    run: whileStored(removeOrphanFiles),
  },
  {
    name: 'delete-old-document-photos',
    everyMs: HOUR_MS,
    onWrongClock: 'waits',
    run: whileStored(deleteOldPhotos),
  },
  {
    name: 'tell-expiring-documents',
    everyMs: 6 * HOUR_MS,
    onWrongClock: 'waits',
    run: tellExpiring,
  },
  { name: 'tell-insurance', everyMs: 6 * HOUR_MS, onWrongClock: 'waits', run: tellInsurance },
  { name: 'tell-photo-rule', everyMs: HOUR_MS, onWrongClock: 'waits', run: tellPhotoRule },
]

export const verificationModule: Module = {
  name: 'verification',
  data: verificationData,
  routes: [verificationRoutes],
  jobs: [
    job(APPLY_DECISION_JOB, DecisionPayload, (deps, { decisionId: id }) => applyDecision(deps, id)),
    job(IDENTITY_CHANGED_JOB, UserPayload, reopenDocuments),
  ],
  recurring: verificationRecurring,
  messages: Object.values(messages),
  queues: { verification: countReviews },
}
