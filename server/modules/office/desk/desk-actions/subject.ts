import type { DeskAudience, DeskDone, DeskSubjectKind } from '#contract/desk-actions.ts'
import { mayDo } from '#contract/permissions.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor, ActorId } from '#server/platform/http/session.ts'
import { findSubject, listPassengerIds, type Subject } from './desk-actions.queries.ts'

export type SubjectRef = { subjectKind: DeskSubjectKind; subjectId: string }

/** Finds a subject that the actor may see. Errors: `not_found`, `forbidden` for a top-up. */
export async function requireSubject(
  reader: Reader,
  actor: Actor,
  { subjectKind: kind, subjectId: id }: SubjectRef,
): Promise<Subject> {
  if (kind === 'payment' && !mayDo(actor.roles, 'payments.cases')) throw new AppError('forbidden')
  const found = await findSubject(reader, { kind, id })
  if (!found) throw new AppError('not_found')
  return found
}

/** As `requireSubject`, for what reaches a person. Errors: also `not_found` after a closing. */
export async function requireReachable(
  reader: Reader,
  actor: Actor,
  ref: SubjectRef,
): Promise<Subject> {
  const found = await requireSubject(reader, actor, ref)
  if (found.closed) throw new AppError('not_found')
  return found
}

export type Recipients = { to: DeskAudience; ids: string[] }

/** Lists the sides that a message about the subject can go to; a side without people is absent. */
export async function recipientsOf(reader: Reader, subject: Subject): Promise<Recipients[]> {
  const { userId, driverId, tripId, kind } = subject
  if (!driverId || !tripId) return [{ to: 'person', ids: [userId] }]
  const passengers = kind === 'trip' ? await listPassengerIds(reader, tripId) : [userId]
  const driver: Recipients = { to: 'driver', ids: [driverId] }
  if (passengers.length === 0) return [driver]
  const everyone: Recipients = { to: 'everyone', ids: [driverId, ...passengers] }
  return [{ to: 'passengers', ids: passengers }, driver, everyone]
}

type Entry = {
  at: Date
  action: string
  subject: { kind: string; id: string }
  reason: string
  details?: Record<string, unknown>
  /** Number of people who are told. */
  told?: number
}

/** Writes an action into the trail with its reason, and answers what the screen says about it. */
export async function recordDone(tx: Tx, actor: ActorId, entry: Entry): Promise<DeskDone> {
  const { told = 0, ...written } = entry
  await recordStaffAction(tx, actor, written)
  return { entry: { action: written.action, at: written.at.toISOString() }, told }
}
