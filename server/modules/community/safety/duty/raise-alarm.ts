import type { DutyAlarms } from '#contract/duty.ts'
import {
  DRILL_MINUTES,
  EVERYBODY_AFTER_MINUTES,
  NEXT_AFTER_MINUTES,
} from '#contract/duty-limits.ts'
import { announce } from '#server/modules/foundation/notifications/index.ts'
import { addMs, MINUTE_MS } from '#server/platform/clock.ts'
import { inTransaction, type Tx } from '#server/platform/db/tx.ts'
import type { Deps, ReadDeps } from '#server/platform/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ActorId } from '#server/platform/http/session.ts'
import { newId } from '#server/platform/ids.ts'
import { enqueueAll } from '#server/platform/jobs/queue.ts'
import {
  type AlarmRow,
  answerAlarm,
  answerAlarmOf,
  findLastAlarmOf,
  insertAlarm,
  isDrillOpen,
  listRingingAlarms,
  lockAlarm,
  lockDrills,
} from './alarms.queries.ts'
import { listOnDuty } from './roster.queries.ts'
import { hourOf, listResponders } from './staff-on-call.ts'

export const CALL_JOB = 'duty.call'
const MINUTES = [0, NEXT_AFTER_MINUTES, EVERYBODY_AFTER_MINUTES] as const

/** Time after an emergency is taken in which further presses do not call people again. */
const QUIET_MS = 10 * MINUTE_MS

type AlarmDeps = Pick<Deps, 'clock'>

/**
 * Raises an alarm, which calls people after the commit. A further press raises another one only
 * some time after the last answer. `notFor`: people of the trip.
 */
export async function raiseAlarm(
  tx: Tx,
  deps: AlarmDeps,
  emergency: { incidentId: string; notFor: readonly string[]; pressedAt: Date },
): Promise<void> {
  const now = deps.clock.now()
  const { incidentId, pressedAt } = emergency
  const last = await findLastAlarmOf(tx, incidentId)
  if (last && (!last.answeredAt || last.answeredAt > addMs(now, -QUIET_MS))) return
  const notFor = [...new Set(emergency.notFor)]
  const alarm = { id: newId(), incidentId, startedBy: null, notFor, pressedAt, raisedAt: now }
  await ring(tx, deps, alarm)
}

/** Raises the alarm of an emergency again, at once, because who had answered left the team. */
export async function raiseAgain(tx: Tx, deps: AlarmDeps, incidentId: string): Promise<void> {
  const last = await findLastAlarmOf(tx, incidentId)
  if (last) await ring(tx, deps, { ...last, id: newId(), raisedAt: deps.clock.now() })
}

/** Ends the alarm of an emergency: calls and rings no further. Answers whether one rang. */
export async function answerEmergency(
  tx: Tx,
  answer: { incidentId: string; by: string; now: Date },
): Promise<boolean> {
  const rang = await answerAlarmOf(tx, answer)
  if (rang) await announceAlarm(tx, answer.incidentId)
  return rang
}

/** Starts a drill, which calls people as an emergency would. Joins a drill that is running. */
export async function startDrill(deps: ReadDeps, { userId: startedBy }: ActorId): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await lockDrills(tx)
    if (await isDrillOpen(tx, drillsSince(now))) return
    const drill = { id: newId(), incidentId: null, startedBy, notFor: [] }
    await ring(tx, deps, { ...drill, pressedAt: now, raisedAt: now })
  })
}

/** Answers a drill, which ends it. Safe to repeat. Errors: `not_found`, also for an emergency. */
export async function answerDrill(
  deps: ReadDeps,
  { userId: by }: ActorId,
  { drillId: id }: { drillId: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const drill = await lockAlarm(tx, id)
    if (!drill || drill.incidentId !== null) throw new AppError('not_found')
    await answerAlarm(tx, { id, by, now })
    await announceAlarm(tx, id)
  })
}

export async function listAlarms(deps: ReadDeps, { userId }: ActorId): Promise<DutyAlarms> {
  const now = deps.clock.now()
  const rows = await listRingingAlarms(deps.db, { viewerId: userId, drillsSince: drillsSince(now) })
  const onDuty = await listOnDuty(deps.db, { hour: hourOf(now), staff: [userId] })
  return {
    alarms: rows.map(({ id, incidentId, pressedAt }) => ({
      id,
      kind: incidentId === null ? 'drill' : 'emergency',
      incidentId,
      pressedAt: pressedAt.toISOString(),
    })),
    onDuty: onDuty.length > 0,
  }
}

/** Start of the period of running drills: an older drill is over, answered or not. */
function drillsSince(now: Date): Date {
  return addMs(now, -DRILL_MINUTES * MINUTE_MS)
}

async function ring(tx: Tx, deps: AlarmDeps, alarm: Omit<AlarmRow, 'answeredAt'>): Promise<void> {
  if (!(await insertAlarm(tx, alarm))) return
  const jobs = MINUTES.map((minute) => ({
    name: CALL_JOB,
    payload: { alarmId: alarm.id, minute },
    runAt: addMs(alarm.raisedAt, minute * MINUTE_MS),
    key: `${CALL_JOB}:${alarm.id}:${minute}`,
  }))
  await enqueueAll(tx, deps.clock, jobs)
  await announceAlarm(tx, alarm.id)
}

/** Makes open screens reload the alarms; the reload decides what each person can see. */
async function announceAlarm(tx: Tx, ref: string): Promise<void> {
  const people = (await listResponders(tx)).map(({ id }) => id)
  await announce(tx, people, { type: 'alarm', ref })
}
