import type { SanctionEvent } from '#server/modules/people/standing/index.ts'
import { lockUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { assert } from '#server/platform/errors.ts'
import { derivedId } from '#server/platform/ids.ts'
import { eachRowOrFail } from '#server/platform/jobs/each-row.ts'
import { insertCase, listUntoldInherited, lockCase } from './conduct.queries.ts'
import { followSanction } from './follow-sanction.ts'
import { askAndPause } from './hear-person.ts'
import { writePause } from './hearings.queries.ts'

/** Longer than any expected outage of the jobs. */
const LOOKS_BACK_MS = 30 * DAY_MS

/**
 * Handles sanctions that a trigger copied from a closed account: a suspension continues, an
 * expulsion becomes a pause with a case. The message marks them as handled, in one transaction.
 */
export async function followInherited(deps: ActDeps): Promise<void> {
  const since = addMs(deps.clock.now(), -LOOKS_BACK_MS)
  const handle = (event: SanctionEvent) =>
    inTransaction(deps.db, async (tx) => {
      await lockUser(tx, event.userId)
      if (event.kind === 'paused') await openCaseOf(tx, deps, event)
      await followSanction(tx, deps, event)
    })
  const events = await listUntoldInherited(deps.db, since)
  await eachRowOrFail(events, handle, 'an inherited sanction is not followed')
}

/** Opens a case about an inherited pause and asks the person for their version. */
async function openCaseOf(tx: Tx, deps: ActDeps, event: SanctionEvent): Promise<void> {
  const { id: pauseId, userId, reason: note } = event
  const now = deps.clock.now()
  const caseId = derivedId('conduct.inherited', pauseId)
  await insertCase(tx, {
    ...{ id: caseId, kind: 'signal', userId, reporterId: null, subjectKind: 'user' },
    ...{ subjectId: userId, reason: 'inherited', statement: null, facts: {} },
    ...{ cause: `inherited:${pauseId}`, createdAt: now },
  })
  await writePause(tx, { id: caseId, pauseId })
  const found = await lockCase(tx, caseId)
  assert(found, `no case ${caseId}`)
  await askAndPause(tx, deps, found, { note, by: userId, now, pause: false })
}
