import type { z } from 'zod'
import { DESK_NOTE_MAX } from '#contract/desk-action-limits.ts'
import type { DeskDone, deskActions } from '#contract/desk-actions.ts'
import { tellUser } from '#server/modules/people/users/index.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import type { ActDeps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { teamMessage } from './desk-actions.messages.ts'
import { insertNote, type Subject } from './desk-actions.queries.ts'
import {
  recipientsOf,
  recordDone,
  requireReachable,
  requireSubject,
  type SubjectRef,
} from './subject.ts'

/** Reason in the trail: the note itself is erased with the account, the trail never is. */
const NOTE_REASON = 'Nota interna: se lee en la ficha.'

/** Adds an internal note; a repeat of the id changes nothing. Errors: `not_found`, `forbidden`. */
export async function writeNote(
  deps: ReadDeps,
  actor: Actor,
  { id, text, ...ref }: SubjectRef & z.output<typeof deskActions.writeNote.body>,
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const subject = await requireSubject(tx, actor, ref)
    const { kind, userId } = subject
    const note = { id, at, actorId: actor.userId, text, kind, userId, subjectId: subject.id }
    const action = 'note.written'
    if (!(await insertNote(tx, note))) return { entry: { action, at: at.toISOString() }, told: 0 }
    const details = { noteId: id }
    return await recordDone(tx, actor, { at, action, subject, reason: NOTE_REASON, details })
  })
}

/**
 * Sends a text to one side of a subject, in the app and by mail; once per id, which is also that of
 * a note on the subject, where colleagues read it.
 * Errors: `not_found`, `forbidden`, `desk_nobody_to_tell`.
 */
export async function sendMessage(
  deps: ActDeps,
  actor: Actor,
  { id, to, text, reason, ...ref }: SubjectRef & z.output<typeof deskActions.sendMessage.body>,
): Promise<DeskDone> {
  return await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const subject = await requireReachable(tx, actor, ref)
    const found = (await recipientsOf(tx, subject)).find((each) => each.to === to)
    if (!found) throw new AppError('desk_nobody_to_tell')
    const action = 'message.sent'
    const told = found.ids.length
    const written = `Mensaje enviado: ${text}`.slice(0, DESK_NOTE_MAX)
    const { kind, userId: about } = subject
    const by = { id, at, actorId: actor.userId, text: written }
    const note = { ...by, kind, userId: about, subjectId: subject.id }
    if (!(await insertNote(tx, note))) return { entry: { action, at: at.toISOString() }, told }
    for (const userId of found.ids) {
      const data = { path: pathFor(subject, userId), text }
      await tellUser(tx, deps, teamMessage, { userId, data, cause: id })
    }
    return await recordDone(tx, actor, {
      ...{ at, action, subject, reason, told },
      details: { to, people: told, messageId: id },
    })
  })
}

/** Address of the subject as this person opens it. */
function pathFor({ kind, id, tripId, driverId }: Subject, userId: string): string {
  if (kind === 'payment') return '/wallet'
  if (kind === 'booking') return `/bookings/${id}`
  if (kind === 'trip') return `/trips/${tripId}${userId === driverId ? '?ver=conductor' : ''}`
  return '/notifications'
}
