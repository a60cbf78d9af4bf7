import { isBarred } from '#server/modules/people/standing/index.ts'
import { makeDriver, readDriverPhoto, tellUser } from '#server/modules/people/users/index.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { type Document, kindNames } from './document.ts'
import { mayPublish } from './list-documents.ts'
import {
  documentApproved,
  documentRejected,
  mayPublish as mayPublishNow,
} from './verification.messages.ts'
import { listVehiclesByIds } from './verification.queries.ts'

/** Payload: `driverId`. An approved document can expire earlier than the one it replaces. */
export const PAPERS_CHANGED_JOB = 'verification.papers-changed'

/** Payload: `driverId`. A trip can wait for the approval of documents. */
export const PAPERS_APPROVED_JOB = 'verification.papers-approved'

/**
 * What follows from decided documents of one person: the person becomes a driver once all documents
 * for publishing are approved, and reads one notice about all of them.
 */
export async function settleReview(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'secrets' | 'consentTexts'>,
  { decided, reviewerId }: { decided: readonly Document[]; reviewerId: string },
): Promise<void> {
  const [first] = decided
  if (!first) return
  const { ownerId: userId, id: cause } = first
  const at = deps.clock.now()
  const approved = decided.filter(({ status }) => status === 'approved')
  const rejected = decided.filter(({ status }) => status === 'rejected')
  let saysPublish = false
  if (approved.length > 0) {
    await enqueue(tx, deps.clock, { name: PAPERS_CHANGED_JOB, payload: { driverId: userId } })
    await enqueue(tx, deps.clock, { name: PAPERS_APPROVED_JOB, payload: { driverId: userId } })
    // A driver who renews a document could already publish, and keeps the role.
    const isNewDriver =
      (await mayPublish(tx, { userId, now: at })) &&
      (await makeDriver(tx, { userId, verifierId: reviewerId, at }))
    saysPublish = isNewDriver && !(await isBarred(tx, userId, at))
  }
  if (rejected.length > 0) {
    const data = {
      rejected: await namesOf(tx, rejected),
      approved: await namesOf(tx, approved),
      mayPublish: saysPublish,
    }
    await tellUser(tx, deps, documentRejected, { userId, data, cause })
  } else if (saysPublish) {
    const needsPhoto = (await readDriverPhoto(tx, deps, { userId })).url === null
    await tellUser(tx, deps, mayPublishNow, { userId, data: { needsPhoto }, cause })
  } else {
    const data = { approved: await namesOf(tx, approved) }
    await tellUser(tx, deps, documentApproved, { userId, data, cause })
  }
}

async function namesOf(tx: Tx, documents: readonly Document[]) {
  const ids = documents.flatMap(({ vehicleId }) => vehicleId ?? [])
  const vehicles = await listVehiclesByIds(tx, ids)
  return documents.map(({ kind, vehicleId, reason }) => ({
    name: kindNames[kind],
    plate: vehicles.find(({ id }) => id === vehicleId)?.plate ?? null,
    reason: reason ?? '',
  }))
}
