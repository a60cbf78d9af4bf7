import type { IncidentCase, IncidentOutcome, IncidentRow } from '#contract/safety.ts'
import { ENTRY_MINUTES } from '#contract/safety-limits.ts'
import { recordStaffAction } from '#server/modules/foundation/staff-actions/index.ts'
import { authorizeAct, tellUser } from '#server/modules/people/users/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { ActDeps, Deps } from '#server/platform/deps.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { pageOf, partOf } from '#server/platform/paging.ts'
import { answerEmergency } from './duty/raise-alarm.ts'
import {
  closeIncidentRow,
  findIncident,
  type Incident,
  insertNote,
  listIncidentRows,
  listNotesOf,
  lockIncident,
  takeIncidentRow,
} from './incidents.queries.ts'
import { pathOf } from './open-incident.ts'
import { presentCase, presentRows } from './present-incident.ts'
import { travellersOf } from './read-travelled.ts'
import { incidentAnswered, incidentUnnoted } from './safety.messages.ts'

type Handled = { incidentId: string }

const PAGE = 20

export async function listIncidents(
  deps: ActDeps,
  { userId }: ActorId,
  { status, page }: { status: 'open' | 'resolved'; page?: number | undefined },
): Promise<{ items: IncidentRow[]; total: number; totalPages: number }> {
  const part = { status, ...partOf(page, PAGE) }
  const { found, total } = await listIncidentRows(deps.db, part)
  const items = await presentRows(deps, deps.db, userId, found)
  return pageOf(items, total, PAGE)
}

/** Errors: `incident_not_found`, `forbidden` (for people of the trip). */
export async function showIncident(
  deps: ActDeps,
  { userId }: ActorId,
  { incidentId }: Handled,
): Promise<IncidentCase> {
  const incident = await findIncident(deps.db, incidentId)
  if (!incident) throw new AppError('incident_not_found')
  const shown = await presentCase(deps, deps.db, userId, incident)
  if (shown.isOwn) throw new AppError('forbidden')
  return shown
}

/**
 * Assigns to the actor an incident that nobody has, that `from` has, or whose alarm rings; nobody
 * else is called. Of two parallel calls one is refused. Errors: `incident_not_found`,
 * `incident_closed`, `incident_taken`, `forbidden`, `same_human`.
 */
export function takeIncident(
  deps: ActDeps,
  actor: ActorId,
  { from = null, ...asked }: Handled & { from?: string | null },
): Promise<IncidentCase> {
  return handle(deps, actor, asked, { action: 'incident.taken' }, async (tx, incident, now) => {
    const [{ id, takenBy }, by] = [incident, actor.userId]
    if (incident.closedAt) throw new AppError('incident_closed')
    const rang = await answerEmergency(tx, { incidentId: id, by, now })
    if (takenBy === by && !rang) return
    const isFree = takenBy === null || takenBy === by || takenBy === from?.toLowerCase()
    if (!isFree && !rang) throw new AppError('incident_taken')
    if (takenBy && takenBy !== by) {
      await noteWhoHadIt(tx, { id, takenBy, at: incident.takenAt ?? now })
    }
    await takeIncidentRow(tx, { id, by, now })
    if (incident.kind === 'emergency') await askLater(tx, deps, { id, takenAt: now, asked: 1 })
  })
}

/** Keeps in the history who had it before, which the row forgets. */
function noteWhoHadIt(tx: Tx, { id, takenBy, at }: { id: string; takenBy: string; at: Date }) {
  return insertNote(tx, { id: newId(), incidentId: id, authorId: takenBy, body: 'Lo tomó.', at })
}

/** Adds a note. Errors: `incident_not_found`, `forbidden`, `same_human`. */
export function noteIncident(
  deps: ActDeps,
  actor: ActorId,
  { body, ...asked }: Handled & { body: string },
): Promise<IncidentCase> {
  const step = { action: 'incident.noted', reason: body }
  return handle(deps, actor, asked, step, async (tx, { id }, now) => {
    await insertNote(tx, { id: newId(), incidentId: id, authorId: actor.userId, body, at: now })
  })
}

export type Closing = Handled & {
  outcome: IncidentOutcome
  /** Words to the person. */
  answer: string
  /** Words of the team, which no message contains; may be empty. */
  note: string
  readAndCalled: boolean
}

/**
 * Closes an incident of the actor with an answer for its person; `also` runs in the same
 * transaction. The same outcome again changes nothing. Errors: `incident_not_found`,
 * `incident_closed`, `incident_not_taken`, `incident_unread`, `forbidden`, `same_human`.
 */
export function closeIncident(
  deps: ActDeps,
  actor: ActorId,
  { outcome, answer, note, readAndCalled, ...asked }: Closing,
  also: (tx: Tx, incident: Incident) => Promise<void>,
): Promise<IncidentCase> {
  const step = { action: 'incident.closed', reason: answer, details: { outcome, readAndCalled } }
  return handle(deps, actor, asked, step, async (tx, incident, now) => {
    if (incident.outcome === outcome) return
    if (incident.outcome) throw new AppError('incident_closed')
    const by = actor.userId
    const { id, userId } = incident
    if (incident.takenBy !== by) throw new AppError('incident_not_taken')
    if (incident.kind === 'emergency' && !readAndCalled) throw new AppError('incident_unread')
    await answerEmergency(tx, { incidentId: id, by, now })
    const body = note.trim()
    if (body) await insertNote(tx, { id: newId(), incidentId: id, authorId: by, body, at: now })
    await closeIncidentRow(tx, { id, by, outcome, answer, now })
    const data = { path: pathOf(incident), answer }
    await tellUser(tx, deps, incidentAnswered, { userId, data, cause: id })
    await also(tx, incident)
  })
}

type Step = { action: string; reason?: string; details?: Record<string, unknown> }

/** Runs one step of the team on an incident, and records it in the audit trail. */
async function handle(
  deps: ActDeps,
  actor: ActorId,
  { incidentId }: Handled,
  { action, reason, details }: Step,
  act: (tx: Tx, incident: Incident, now: Date) => Promise<void>,
): Promise<IncidentCase> {
  return await inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const incident = await lockIncident(tx, incidentId)
    if (!incident) throw new AppError('incident_not_found')
    const subject = { kind: 'incident', id: incident.id }
    const { people: affected } = await travellersOf(tx, incident)
    const signer = { actor: actor.userId, permission: 'incidents.handle', signs: 'alone' } as const
    await authorizeAct(tx, deps, { ...signer, affected, subject })
    await act(tx, incident, now)
    const entry = { at: now, action, subject, reason: reason ?? null }
    await recordStaffAction(tx, actor, { ...entry, ...(details && { details }) })
    const after = await lockIncident(tx, incident.id)
    assert(after, 'an incident is not deleted')
    return await presentCase(deps, tx, actor.userId, after)
  })
}

export const ASK_JOB = 'safety.ask-for-entry'
/** `asked`: number of the question since the emergency was taken. */
type Ask = { id: string; takenAt: Date; asked: number }

async function askLater(tx: Tx, { clock }: ActDeps, { id, takenAt, asked }: Ask): Promise<void> {
  const at = takenAt.toISOString()
  await enqueue(tx, clock, {
    name: ASK_JOB,
    payload: { id, takenAt: at, asked },
    // From now, so that a job that was late does not ask several times together.
    runAt: addMs(clock.now(), ENTRY_MINUTES * MINUTE_MS),
    key: `${ASK_JOB}:${id}:${at}:${asked}`,
  })
}

/** Job: asks who took an emergency what they did, every 5 minutes until there is a first entry. */
export async function askForEntry(deps: ActDeps & Pick<Deps, 'log'>, { id, takenAt, asked }: Ask) {
  const isAsked = await inTransaction(deps.db, async (tx) => {
    const incident = await lockIncident(tx, id)
    if (!incident?.takenBy || incident.closedAt) return false
    // Somebody else took it since: a new series of questions runs.
    if (incident.takenAt?.getTime() !== takenAt.getTime()) return false
    if ((await listNotesOf(tx, id)).some(({ at }) => at >= takenAt)) return false
    const data = { incidentId: id, takenAt: takenAt.toISOString() }
    const cause = `${id}:${data.takenAt}:${asked}`
    await tellUser(tx, deps, incidentUnnoted, { userId: incident.takenBy, data, cause })
    await askLater(tx, deps, { id, takenAt, asked: asked + 1 })
    return true
  })
  if (isAsked) deps.log.error({ incidentId: id, asked }, 'an emergency in hand has no entry')
}
