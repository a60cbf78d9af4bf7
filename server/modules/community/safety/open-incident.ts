import { z } from 'zod'
import type { OwnIncident } from '#contract/safety.ts'
import { INCIDENT_HOURS, SAME_EVENT_HOURS } from '#contract/safety-limits.ts'
import { ANSWER_AHEAD_HOURS } from '#contract/support-limits.ts'
import { lockUser, tellUser } from '#server/modules/people/users/index.ts'
import { placeAt } from '#server/modules/travel/trips/index.ts'
import { addMs, HOUR_MS } from '#server/platform/clock.ts'
import { inTransaction, type Reader, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, TellDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { enqueue } from '#server/platform/jobs/queue.ts'
import { raiseAlarm } from './duty/raise-alarm.ts'
import {
  countPress,
  findIncident,
  findOpenIncidentOf,
  type Incident,
  insertIncident,
  listIncidentsOf,
  lockRecentIncident,
  lockTripIncidents,
  makeEmergency,
  markOverdue,
} from './incidents.queries.ts'
import { carOf, travellerOf, travellersOf } from './read-travelled.ts'
import { incidentReceived } from './safety.messages.ts'
import { sealedColumn } from './sealed-value.ts'
import { tellContactIn } from './tell-contact.ts'

const Told = z.object({
  text: z.string(),
  position: z
    .object({
      ...{ lat: z.number(), lng: z.number(), accuracyMeters: z.number() },
      /** Time of the press with this position; absent from older incidents. */
      at: z.string().optional(),
    })
    .nullable(),
})
type Told = z.infer<typeof Told>

/** Text and position of an incident. Never logged. */
export const toldColumn = sealedColumn('incidents.sealed', Told)

type Asked = Told & {
  id: string
  tripId: string
  bookingId: string | null
  kind: Incident['kind']
  pressedAt: string
}

/** Minimum length of the text of a report, so that the team can look into it. */
const TEXT_MIN = 10

/**
 * Opens an incident; the team has two hours from now, at any time of day. A repeat with the same
 * id, another emergency press on the same trip, or an emergency after a report of the last 48 h is
 * the same incident. Errors:
 * `booking_not_found`, `trip_not_found`, `report_text_required`, `idempotency_mismatch`.
 */
export async function openIncident(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'urls' | 'log' | 'metrics'>,
  actor: ActorId,
  { tellContact, ...asked }: Asked & { tellContact: boolean },
): Promise<{ incident: OwnIncident; contactTold: boolean }> {
  const done = await inTransaction(deps.db, async (tx) => {
    const opened = await openIncidentIn(tx, deps, actor, asked)
    const { userId, tripId, bookingId } = opened.incident
    const traveller = { userId, tripId, bookingId }
    const contactTold = tellContact && (await tellContactIn(tx, deps, traveller, 'emergency'))
    return { ...opened, contactTold }
  })
  if (done.isNew) raiseIncident(deps, done.incident)
  return { incident: presentOwn(done.incident), contactTold: done.contactTold }
}

/** As `openIncident`, in a transaction; the caller then calls `raiseIncident` for a new one. */
export async function openIncidentIn(
  tx: Tx,
  deps: TellDeps,
  actor: ActorId,
  { pressedAt, text, position: measured, ...asked }: Asked,
): Promise<{ isNew: boolean; incident: Incident }> {
  if (asked.kind === 'felt_unsafe' && text.length < TEXT_MIN) {
    throw new AppError('report_text_required')
  }
  const id = asked.id.toLowerCase()
  const { tripId, bookingId } = asked
  const of = bookingId === null ? { tripId } : { bookingId }
  const now = deps.clock.now()
  const { traveller, travelled } = await carOf(
    tx,
    await travellerOf(tx, actor, of),
    asked.kind,
    now,
  )
  const pressed = new Date(Math.min(new Date(pressedAt).getTime(), now.getTime()))
  const position = measured && { ...measured, at: pressed.toISOString() }
  const { people: notFor } = await travellersOf(tx, traveller)
  if (asked.kind === 'emergency') {
    await lockUser(tx, actor.userId)
    await lockTripIncidents(tx, traveller.tripId)
    const since = addMs(now, -SAME_EVENT_HOURS * HOUR_MS)
    const open = await findOpenIncidentOf(tx, { ...traveller, since })
    if (open && open.id !== id) {
      return await pressAgain(tx, deps, open, { pressedAt: pressed, position, text, notFor })
    }
  }
  const sealed = toldColumn.seal(deps.secrets, id, { text, position })
  const dueAt = addMs(now, INCIDENT_HOURS * HOUR_MS)
  const row = { ...traveller, id, kind: asked.kind, sealed, pressedAt: pressed }
  const isNew = await insertIncident(tx, { ...row, createdAt: now, dueAt })
  const incident = await findIncident(tx, id)
  if (incident?.userId !== actor.userId) throw new AppError('idempotency_mismatch')
  if (isNew) {
    const departsAt = travelled.booking?.picksUpAt ?? placeAt(travelled.trip, 0).at
    const isTooLate = departsAt > now && addMs(departsAt, -ANSWER_AHEAD_HOURS * HOUR_MS) < dueAt
    const data = { path: pathOf(incident), until: isTooLate ? null : dueAt.toISOString() }
    await tellUser(tx, deps, incidentReceived, { userId: actor.userId, data, cause: id })
    if (asked.kind === 'emergency') {
      await raiseAlarm(tx, deps, { incidentId: id, notFor, pressedAt: pressed })
    }
  }
  return { isNew, incident }
}

/**
 * Adds a press to an open incident: its position counts, and people may be called again. A report
 * becomes an emergency, which is new to the team.
 */
async function pressAgain(
  tx: Tx,
  deps: TellDeps,
  open: Incident,
  { pressedAt, notFor, ...told }: Told & { pressedAt: Date; notFor: readonly string[] },
): Promise<{ isNew: boolean; incident: Incident }> {
  const { id } = open
  const isNew = open.kind !== 'emergency'
  const earlier = toldColumn.open(deps.secrets, open)
  const text = [earlier.text, told.text].filter(Boolean).join('\n')
  const position = told.position ?? earlier.position
  const press = { id, pressedAt, sealed: toldColumn.seal(deps.secrets, id, { text, position }) }
  if (isNew) await makeEmergency(tx, press)
  if (isNew || (await countPress(tx, press))) {
    await raiseAlarm(tx, deps, { incidentId: id, notFor, pressedAt })
  }
  return { isNew, incident: (await findIncident(tx, id)) ?? open }
}

/**
 * Locks the open incident to which a ticket about safety on a trip belongs: of the last 48 hours,
 * of the same person if there is one.
 */
export async function lockIncidentOfTrip(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  of: { tripId: string; userId: string | null },
): Promise<Incident | undefined> {
  await lockTripIncidents(tx, of.tripId)
  const since = addMs(clock.now(), -SAME_EVENT_HOURS * HOUR_MS)
  return await lockRecentIncident(tx, { ...of, since })
}

/** Counts a new incident, and logs an emergency as an error, which alarms the team immediately. */
export function raiseIncident(
  { log, metrics }: Pick<Deps, 'log' | 'metrics'>,
  { id, kind }: Pick<Incident, 'id' | 'kind'>,
): void {
  metrics.count('incident_opened', { kind })
  if (kind === 'emergency')
    log.error({ incidentId: id }, `emergency on a trip: /admin/incidents/${id}`)
}

/** Path of the page on which the person follows their incident. */
export function pathOf({ bookingId, tripId }: Pick<Incident, 'bookingId' | 'tripId'>): string {
  return bookingId === null ? `/trips/${tripId}/run` : `/bookings/${bookingId}`
}

export async function listOwnIncidents(
  { db }: Pick<Deps, 'db'>,
  { userId }: ActorId,
): Promise<OwnIncident[]> {
  return (await listIncidentsOf(db, userId)).map(presentOwn)
}

function presentOwn(incident: Incident): OwnIncident {
  const { id, tripId, kind, takenAt, closedAt, answer } = incident
  return {
    id,
    tripId,
    kind,
    state: closedAt ? 'closed' : takenAt ? 'taken' : 'open',
    pressedAt: incident.pressedAt.toISOString(),
    createdAt: incident.createdAt.toISOString(),
    dueAt: incident.dueAt.toISOString(),
    answer,
  }
}

/** Job of the support module: tells the desk in office hours about a late report. */
export const LATE_REPORT_JOB = 'safety.late-report'

/** Job: reports each late incident once: an emergency by an alarm, another one to the desk. */
export async function alarmOverdue(deps: Pick<Deps, 'db' | 'clock' | 'log' | 'metrics'>) {
  const late = await inTransaction(deps.db, async (tx) => {
    const marked = await markOverdue(tx, deps.clock.now())
    for (const { id: incidentId, kind } of marked) {
      if (kind === 'emergency') continue
      await enqueue(tx, deps.clock, { name: LATE_REPORT_JOB, payload: { incidentId } })
    }
    return marked
  })
  for (const { id: incidentId, kind } of late) {
    deps.metrics.count('incident_overdue')
    const level = kind === 'emergency' ? 'error' : 'warn'
    deps.log[level]({ incidentId }, 'nobody took this incident within two hours')
  }
}

/** Whether an incident is not closed. */
export async function isIncidentOpen(db: Reader, incidentId: string): Promise<boolean> {
  return (await findIncident(db, incidentId))?.closedAt === null
}

/** Finds when an untaken report was created; undefined once it is taken or closed. */
export async function untakenSince(
  { db }: Pick<Deps, 'db'>,
  incidentId: string,
): Promise<Date | undefined> {
  const incident = await findIncident(db, incidentId)
  if (!incident || incident.takenAt || incident.closedAt) return undefined
  return incident.createdAt
}
