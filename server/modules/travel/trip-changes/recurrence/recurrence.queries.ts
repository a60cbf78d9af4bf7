import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { type Series, SeriesTemplate } from './series.ts'

const COLUMNS = sql`
  id, driver_id as "driverId", status, template, departs_minute as "departsMinute", weekdays,
  starts_on as "startsOn", until, done_until as "doneUntil", created_at as "createdAt"`

type SeriesRow = Omit<Series, 'template'> & { template: unknown }

/** The template stays as it was stored: idempotency keys of its days have the hash of its text. */
function readSeries({ template, ...row }: SeriesRow): Series {
  const isRead = SeriesTemplate.safeParse(template).success
  return { ...row, template: isRead ? (template as Series['template']) : null }
}

/** Adds a series, unless a series with this id exists already. */
export async function insertSeries(
  tx: Tx,
  series: Omit<Series, 'status' | 'doneUntil' | 'createdAt'>,
  now: Date,
) {
  await sql`
    insert into trip_series
      (id, driver_id, status, template, departs_minute, weekdays, starts_on, until, created_at)
    values (${series.id}, ${series.driverId}, 'active', ${JSON.stringify(series.template)},
      ${series.departsMinute}, ${series.weekdays}::smallint[], ${series.startsOn}, ${series.until},
      ${now})
    on conflict (id) do nothing`.execute(tx)
}

export async function findSeries(reader: Reader, id: string): Promise<Series | undefined> {
  const row = await run.row<SeriesRow>(reader)`
    select ${COLUMNS} from trip_series where id = ${id}`
  return row && readSeries(row)
}

/** Lists the driver's series, the latest first. */
export async function listSeriesOfDriver(reader: Reader, driverId: string): Promise<Series[]> {
  const rows = await run.rows<SeriesRow>(reader)`
    select ${COLUMNS} from trip_series where driver_id = ${driverId}
    order by created_at desc, id limit 50`
  return rows.map(readSeries)
}

export function countActive(reader: Reader, driverId: string, today: string) {
  return run.value<{ n: number }>(reader, 0)`
    select count(*)::int as n from trip_series
    where driver_id = ${driverId} and status in ('active', 'paused')
      and (until is null or until >= ${today})`
}

/** Lists active series with undecided days up to the horizon, the longest waiting first. */
export async function listSeriesDue(
  reader: Reader,
  input: { today: string; horizon: string; limit: number },
): Promise<Series[]> {
  const rows = await run.rows<SeriesRow>(reader)`
    select ${COLUMNS} from trip_series
    where status = 'active' and (done_until is null or done_until < ${input.horizon})
      and (until is null or until >= ${input.today})
      and (until is null or done_until is null or done_until < until)
    order by done_until nulls first, id limit ${input.limit}`
  return rows.map(readSeries)
}

export async function markDone(tx: Tx, { seriesId, until }: { seriesId: string; until: string }) {
  await sql`
    update trip_series set done_until = greatest(done_until, ${until}::date)
    where id = ${seriesId}`.execute(tx)
}

type Switch = { seriesId: string; driverId: string; to: Series['status']; now: Date }

/**
 * Pauses, resumes or stops a series and locks it; undefined when it does not belong to the driver.
 * A stopped series is not changed. Idempotent.
 */
export async function switchSeriesOf(
  tx: Tx,
  { seriesId, driverId, to, now }: Switch,
): Promise<Series | undefined> {
  const row = await run.row<SeriesRow>(tx)`
    update trip_series set status = case when status = 'stopped' then status else ${to} end,
      stopped_at = case when ${to} = 'stopped' then coalesce(stopped_at, ${now}) else stopped_at end
    where id = ${seriesId} and driver_id = ${driverId} returning ${COLUMNS}`
  return row && readSeries(row)
}

/** Whether a series is paused; nobody can pause or resume it until the transaction ends. */
export function lockIsPaused(tx: Tx, seriesId: string) {
  return run.value<{ paused: boolean }>(tx, false)`
    select status = 'paused' as paused from trip_series where id = ${seriesId} for share`
}

export type SeriesDayRow = {
  seriesId: string
  date: string
  tripId: string | null
  refusedCode: string | null
  refusedReason: string | null
}

/** Stores the decision about a day; an earlier decision is kept. */
export async function insertDay(tx: Tx, day: SeriesDayRow, now: Date) {
  await sql`
    insert into trip_series_days
      (series_id, date, trip_id, refused_code, refused_reason, decided_at)
    values (${day.seriesId}, ${day.date}, ${day.tripId}, ${day.refusedCode}, ${day.refusedReason},
      ${now})
    on conflict do nothing`.execute(tx)
}

/** Replaces the refusal of a day; a day with a trip is not changed. */
export async function redecideDay(tx: Tx, day: SeriesDayRow, now: Date) {
  await sql`
    update trip_series_days set trip_id = ${day.tripId}, refused_code = ${day.refusedCode},
      refused_reason = ${day.refusedReason}, decided_at = ${now}
    where series_id = ${day.seriesId} and date = ${day.date} and trip_id is null`.execute(tx)
}

/** Lists days ahead of active series that were refused with these codes, the oldest try first. */
export function listRefusedDays(
  reader: Reader,
  input: { codes: readonly string[]; today: string; triedUntil: Date; limit: number },
) {
  return run.rows<SeriesDayRow>(reader)`
    select d.series_id as "seriesId", d.date, d.trip_id as "tripId",
      d.refused_code as "refusedCode", d.refused_reason as "refusedReason"
    from trip_series_days d join trip_series s on s.id = d.series_id
    where d.trip_id is null and d.decided_at <= ${input.triedUntil} and d.date >= ${input.today}
      and d.refused_code = any (${[...input.codes]}) and s.status = 'active'
    order by d.decided_at, d.series_id, d.date limit ${input.limit}`
}

/** Lists the decided days from a date on, in order. */
export async function listDaysOf(reader: Reader, seriesIds: readonly string[], from: string) {
  if (seriesIds.length === 0) return []
  return run.rows<SeriesDayRow>(reader)`
    select series_id as "seriesId", date, trip_id as "tripId", refused_code as "refusedCode",
      refused_reason as "refusedReason"
    from trip_series_days
    where series_id = any (${[...seriesIds]}::uuid[]) and date >= ${from}
    order by date`
}

/**
 * Lists trips of a series that depart after an instant, whatever their day: one can have been
 * moved, and a return (`returnIdOf`) can depart days later.
 */
export function listTripsAhead(reader: Reader, { seriesId, now }: { seriesId: string; now: Date }) {
  return run.values<{ id: string }>(reader)`
    select t.id from trip_series_days d
    join trips t on t.id in (d.trip_id, derived_id('trip.return', d.trip_id::text))
    where d.series_id = ${seriesId} and t.departs_at > ${now}
    order by t.id`
}
