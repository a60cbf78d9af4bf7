import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

/** Minutes after an alarm at which people are called. */
export type CallMinute = 0 | 2 | 5

export type AlarmRow = {
  id: string
  /** Incident of the alarm; null for a drill. */
  incidentId: string | null
  startedBy: string | null
  notFor: string[]
  pressedAt: Date
  raisedAt: Date
  answeredAt: Date | null
}

const columns = sql`
  id, incident_id as "incidentId", started_by as "startedBy", not_for as "notFor",
  pressed_at as "pressedAt", raised_at as "raisedAt", answered_at as "answeredAt"`

/** Inserts an alarm; answers false when the incident has an unanswered alarm. */
export function insertAlarm(tx: Tx, alarm: Omit<AlarmRow, 'answeredAt'>) {
  return run.changedOne(tx)`
    insert into duty_alarms (id, incident_id, started_by, not_for, pressed_at, raised_at)
    values (${alarm.id}, ${alarm.incidentId}, ${alarm.startedBy}, ${alarm.notFor}::uuid[],
      ${alarm.pressedAt}, ${alarm.raisedAt})
    on conflict (incident_id) where answered_at is null do nothing`
}

export function findLastAlarmOf(tx: Tx, incidentId: string) {
  return run.row<AlarmRow>(tx)`
    select ${columns} from duty_alarms where incident_id = ${incidentId}
    order by raised_at desc limit 1`
}

export function lockAlarm(tx: Tx, id: string) {
  return run.row<AlarmRow>(tx)`
    select ${columns} from duty_alarms where id = ${id} for update`
}

/** Serialises the start of drills. */
export async function lockDrills(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('duty.drill'), 0)`.execute(tx)
}

/** Whether a drill that started after an instant is unanswered. */
export async function isDrillOpen(tx: Tx, since: Date): Promise<boolean> {
  const rows = await run.rows(tx)`
    select id from duty_alarms
    where incident_id is null and answered_at is null and raised_at > ${since}`
  return rows.length > 0
}

/** Answers the open alarm of an incident; returns false if there was none. */
export async function answerAlarmOf(
  tx: Tx,
  { incidentId, by, now }: { incidentId: string; by: string; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update duty_alarms set answered_by = ${by}, answered_at = ${now}
    where incident_id = ${incidentId} and answered_at is null`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

export async function answerAlarm(tx: Tx, { id, by, now }: { id: string; by: string; now: Date }) {
  await sql`
    update duty_alarms set answered_by = ${by}, answered_at = ${now}
    where id = ${id} and answered_at is null`.execute(tx)
}

/** Lists unanswered alarms for the viewer: emergencies, then drills raised after `drillsSince`. */
export function listRingingAlarms(
  reader: Reader,
  { viewerId, drillsSince }: { viewerId: string; drillsSince: Date },
) {
  return run.rows<AlarmRow>(reader)`
    select ${columns} from duty_alarms
    where answered_at is null and not ${viewerId}::uuid = any(not_for)
      and (incident_id is not null or raised_at > ${drillsSince})
    order by incident_id is null, raised_at, id limit 20`
}

export type NewCall = {
  id: string
  alarmId: string
  minute: CallMinute
  userId: string | null
  channel: 'push' | 'mail' | 'whatsapp' | 'sms'
  at: Date
}

export async function insertCalls(tx: Tx, calls: readonly NewCall[]) {
  await sql`
    insert into duty_calls (id, alarm_id, minute, user_id, channel, at)
    select * from unnest(${calls.map(({ id }) => id)}::uuid[],
      ${calls.map(({ alarmId }) => alarmId)}::uuid[],
      ${calls.map(({ minute }) => minute)}::smallint[],
      ${calls.map(({ userId }) => userId)}::uuid[],
      ${calls.map(({ channel }) => channel)}::text[],
      ${calls.map(({ at }) => at)}::timestamptz[])`.execute(tx)
}

/** Lists the people called for an alarm, with the minute; a null user is the company's phone. */
export function listCalledFor(tx: Tx, alarmId: string) {
  return run.rows<{ minute: number; userId: string | null }>(tx)`
    select distinct minute, user_id as "userId" from duty_calls
    where alarm_id = ${alarmId}`
}

export function listCallsOf(reader: Reader, incidentId: string) {
  return run.rows<Omit<NewCall, 'id' | 'minute'> & { minute: number }>(reader)`
    select c.alarm_id as "alarmId", c.minute, c.user_id as "userId", c.channel, c.at
    from duty_calls c join duty_alarms a on a.id = c.alarm_id
    where a.incident_id = ${incidentId}
    order by c.at, c.minute, c.user_id, c.channel`
}
