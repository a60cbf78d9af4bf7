import type { CaseOutcome } from '#contract/conduct.ts'
import { ALONE_SUSPENSION_DAYS } from '#contract/conduct-limits.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { insertSanctionEvent } from '#server/modules/people/standing/index.ts'
import { assertSeen, authorizeAct, lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, DAY_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { derivedId } from '#server/platform/ids.ts'
import { assertConcealsReporter } from './conceal-reporter.ts'
import { reportDecided } from './conduct.messages.ts'
import { type Case, closeCase, listPhotosOf } from './conduct.queries.ts'
import { followSanction } from './follow-sanction.ts'
import { actOn, askAndPause, assertHeard, lockCaseFor } from './hear-person.ts'
import { listHearingPhotos, voidMeasure, writeProposal } from './hearings.queries.ts'
import { sanctionOf } from './ladder.ts'
import { lift } from './lift-sanction.ts'
import { hide, isText, tellHidden } from './report-subjects.ts'
import { lastSaidAt } from './said-at.ts'

type Decision = {
  caseId: string
  outcome: CaseOutcome
  /** Length of a suspension in days. */
  days?: number | undefined
  /** Reason, shown to the person whom the case is about. */
  note: string
}

type Asked = Decision & Partial<Record<'seenFirstAt' | 'seenSaidAt', string | null | undefined>>
type Decided = Decision & { deciderId: string; now: Date }

/**
 * Decides a case. One transaction writes the sanction, its message and the job for its effects, and
 * ends a pause of this case. Suspending and expelling need the person's answer, or its deadline. Of
 * an expulsion and of more than `ALONE_SUSPENSION_DAYS` the first team member only proposes: the
 * account is paused, and the function answers null; another human confirms the same measure.
 * Idempotent for the same outcome. Errors: `report_not_found`, `report_decided`, `forbidden` for
 * people of the case, `suspension_days_required`, `nothing_to_hide`, `note_reveals_reporter`,
 * `hearing_needed`, `hearing_open`, `case_changed`, and those of `authorizeAct`.
 */
export async function decideCase(
  deps: ActDeps,
  { userId: deciderId }: ActorId,
  { seenFirstAt, seenSaidAt, ...decision }: Asked,
): Promise<CaseOutcome | null> {
  const { caseId, outcome, days, note } = decision
  if (outcome === 'suspension' && !days) throw new AppError('suspension_days_required')
  return await inTransaction(deps.db, async (tx) => {
    const decided = { ...decision, deciderId, now: deps.clock.now() }
    const found = await lockCaseFor(tx, caseId, deciderId)
    if (found.outcome === outcome) return outcome
    if (found.outcome) throw new AppError('report_decided')
    if (found.proposedBy !== deciderId) assertSeen(seenFirstAt, found.proposedAt)
    const photos = [await listPhotosOf(tx, [caseId]), await listHearingPhotos(tx, [caseId])].flat()
    assertSeen(seenSaidAt, lastSaidAt([found.heardAt], photos))
    const subject = { kind: found.subjectKind, id: found.subjectId }
    if (outcome === 'hidden' && !isText(subject)) throw new AppError('nothing_to_hide')
    // Only the register reads the note of a case that ends with nothing.
    if (outcome !== 'nothing') await assertConcealsReporter(tx, deps, found, note)
    if (outcome === 'suspension' || outcome === 'expulsion') assertHeard(found, decided.now)
    const isLong = outcome === 'suspension' && (days ?? 0) > ALONE_SUSPENSION_DAYS
    if (outcome === 'expulsion' || isLong) {
      if (!(await isAgreed(tx, deps, found, decided))) return null
    } else {
      await authorizeAct(tx, deps, { ...actOn(found, deciderId), signs: 'alone' })
      // What this person proposed before is not what is decided now.
      if (found.proposedBy === deciderId) await voidMeasure(tx, { id: caseId, by: deciderId })
    }
    const sanctionId = await sanction(tx, deps, found, decided)
    if (found.pauseId) {
      const tells = outcome !== 'suspension' && outcome !== 'expulsion'
      const lifted = { sanctionId: found.pauseId, userId: found.userId, by: deciderId, note }
      await lift(tx, deps, { ...lifted, now: decided.now, tells })
    }
    // Hides the text that led to the sanction. Runs after the sanction, which locks the person
    // first.
    const hiding = { actorId: deciderId, reason: note }
    if (outcome !== 'nothing') await hide(tx, deps, subject, hiding)
    if (outcome === 'hidden') {
      await tellHidden(tx, deps, subject, { userId: found.userId, reason: note, caseId })
    }
    await closeCase(tx, {
      ...{ id: caseId, outcome, note, decidedBy: deciderId, sanctionId },
      now: decided.now,
    })
    await record(tx, 'conduct.decided', decided)
    if (found.reporterId) await tellReporter(tx, deps, found, outcome)
    return outcome
  })
}

/** Whether another human proposed the same measure; else proposes it, which pauses the account. */
async function isAgreed(tx: Tx, deps: ActDeps, found: Case, decided: Decided): Promise<boolean> {
  const { caseId, deciderId, outcome, note, now } = decided
  const days = outcome === 'suspension' ? (decided.days ?? null) : null
  const { proposedBy } = found
  const isSame = found.proposedOutcome === outcome && found.proposedDays === days
  if (proposedBy !== null && isSame) {
    if (proposedBy === deciderId) return false
    const act = { ...actOn(found, deciderId), earlier: [proposedBy] }
    await authorizeAct(tx, deps, { ...act, signs: 'second' })
    return true
  }
  await authorizeAct(tx, deps, { ...actOn(found, deciderId), signs: 'first' })
  await writeProposal(tx, { id: caseId, by: deciderId, note, now, outcome, days })
  await askAndPause(tx, deps, found, { note, by: deciderId, now, pause: true })
  await record(tx, `conduct.${outcome}_proposed`, decided)
  return false
}

function record(tx: Tx, action: string, { caseId, deciderId, outcome, note, now }: Decided) {
  const subject = { kind: 'conduct_case', id: caseId } as const
  const entry = { at: now, action, subject, reason: note, details: { outcome, note } }
  return recordStaffAction(tx, { userId: deciderId }, entry)
}

async function sanction(tx: Tx, deps: ActDeps, { id: caseId, userId }: Case, decided: Decided) {
  const kind = sanctionOf[decided.outcome]
  if (!kind) return null
  const { note: reason, days = 0, deciderId: decidedBy, now: at } = decided
  const id = derivedId('conduct.sanction', caseId)
  const endsAt = kind === 'suspended' ? addMs(at, days * DAY_MS) : null
  await lockUser(tx, userId)
  const event = { id, sanctionId: id, userId, kind, at, endsAt, reason, decidedBy, cause: caseId }
  await insertSanctionEvent(tx, event)
  await followSanction(tx, deps, event)
  return id
}

/** Tells the reporter whether a measure was taken. The sanction is private to the other person. */
async function tellReporter(tx: Tx, deps: ActDeps, { id, reporterId }: Case, outcome: CaseOutcome) {
  if (!reporterId) return
  const data = { isUpheld: outcome !== 'nothing' }
  await tellUser(tx, deps, reportDecided, { userId: reporterId, data, cause: id })
}
