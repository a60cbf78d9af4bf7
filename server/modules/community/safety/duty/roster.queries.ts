import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'

export type ShiftRow = {
  id: string
  userId: string
  isBackup: boolean
  startsAt: Date
  endsAt: Date
  /** Number of later shifts of the same series. */
  following: number
}

type Span = { from: Date; to: Date }

export function listShifts(reader: Reader, { from, to }: Span) {
  return run.rows<ShiftRow>(reader)`
    with shifts as (
      select shift_id, user_id, is_backup, series_id, min(hour) as starts_at,
        max(hour) + interval '1 hour' as ends_at
      from duty_hours
      where shift_id in (
        select shift_id from duty_hours where hour >= ${from} and hour < ${to})
      group by shift_id, user_id, is_backup, series_id)
    select s.shift_id as id, s.user_id as "userId", s.is_backup as "isBackup",
      s.starts_at as "startsAt", s.ends_at as "endsAt",
      (select count(distinct later.shift_id)::int from duty_hours later
        where later.series_id = s.series_id and later.hour >= s.ends_at) as following
    from shifts s
    order by s.starts_at, s.is_backup, s.user_id`
}

/** Lists hours of the span in which none of these people is on duty. */
export function listUncoveredHours(
  reader: Reader,
  { from, to, staff }: Span & { staff: readonly string[] },
) {
  return run.values<{ hour: Date }>(reader)`
    select each as hour
    from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 hour',
      interval '1 hour') as each
    where not exists (
      select from duty_hours d where d.hour = each and d.user_id = any(${[...staff]}::uuid[]))
    order by each`
}

/** Lists which of these people are on duty in an hour, backups last. */
export function listOnDuty(
  reader: Reader,
  { hour, staff }: { hour: Date; staff: readonly string[] },
) {
  return run.rows<{ userId: string; isBackup: boolean }>(reader)`
    select user_id as "userId", is_backup as "isBackup" from duty_hours
    where hour = ${hour} and user_id = any(${[...staff]}::uuid[])
    order by is_backup, user_id`
}

/** Finds which of these people is the next on duty after an hour. */
export function findNextOnDuty(
  reader: Reader,
  { hour, staff }: { hour: Date; staff: readonly string[] },
) {
  return run.value<{ userId: string }>(reader)`
    select user_id as "userId" from duty_hours
    where hour > ${hour} and user_id = any(${[...staff]}::uuid[])
    order by hour, is_backup, user_id limit 1`
}

export type NewHours = {
  userId: string
  /** Hours, each with the id of its shift. */
  hours: { hour: Date; shiftId: string }[]
  isBackup: boolean
  seriesId: string
  setBy: string
  now: Date
}

/** Inserts hours of a person; answers how many were new, because some can exist already. */
export function insertHours(tx: Tx, added: NewHours) {
  const { hours } = added
  return run.changes(tx)`
    insert into duty_hours (user_id, hour, is_backup, shift_id, series_id, set_by, set_at)
    select ${added.userId}, each.hour, ${added.isBackup}, each.shift_id, ${added.seriesId},
      ${added.setBy}, ${added.now}
    from unnest(${hours.map(({ hour }) => hour)}::timestamptz[],
      ${hours.map(({ shiftId }) => shiftId)}::uuid[]) as each (hour, shift_id)
    on conflict do nothing`
}

export function findPersonOfShift(reader: Reader, shiftId: string) {
  return run.value<{ userId: string }>(reader)`
    select user_id as "userId" from duty_hours where shift_id = ${shiftId} limit 1`
}

/** Deletes hours of a shift from `from` on and, if `following`, the later shifts of its series. */
export async function deleteShift(
  tx: Tx,
  { shiftId, following, from }: { shiftId: string; following: boolean; from: Date },
) {
  await sql`
    delete from duty_hours d
    where d.hour >= ${from} and (d.shift_id = ${shiftId} or (${following} and exists (
      select from duty_hours first
      where first.shift_id = ${shiftId} and first.series_id = d.series_id
        and first.hour <= d.hour)))`.execute(tx)
}

/** Deletes the hours of a person from an instant on; null: all. Answers how many. */
export function deleteHoursOf(tx: Tx, { userId, from }: { userId: string; from: Date | null }) {
  return run.changes(tx)`
    delete from duty_hours
    where user_id = ${userId} and (${from}::timestamptz is null or hour >= ${from})`
}
