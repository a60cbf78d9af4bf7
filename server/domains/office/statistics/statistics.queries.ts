import { sql } from 'kysely'
import type { Reader, Tx } from '#server/platform/db/tx.ts'
import type { Figure } from './count-days.queries.ts'

export type Progress = { firstDay: string; nextDay: string }

/** How far a part was counted, locked; null before the first time. */
export async function lockProgress(tx: Tx, part: string): Promise<Progress | null> {
  const { rows } = await sql<Progress>`
    select first_day as "firstDay", next_day as "nextDay" from statistics_progress
    where part = ${part} for update`.execute(tx)
  return rows[0] ?? null
}

export async function insertProgress(tx: Tx, part: string, firstDay: string): Promise<void> {
  await sql`
    insert into statistics_progress (part, first_day, next_day)
    values (${part}, ${firstDay}, ${firstDay}) on conflict do nothing`.execute(tx)
}

export async function moveProgress(tx: Tx, part: string, nextDay: string): Promise<void> {
  await sql`update statistics_progress set next_day = ${nextDay} where part = ${part}`.execute(tx)
}

/** From which day on, and up to which, everything is counted; null before the first time. */
export async function progressOf(reader: Reader, part: string): Promise<Progress | null> {
  const { rows } = await sql<Progress>`
    select first_day as "firstDay", next_day as "nextDay" from statistics_progress
    where part = ${part}`.execute(reader)
  return rows[0] ?? null
}

/** When the first person signed up or the first peso moved; null in an empty installation. */
export async function firstInstant(reader: Reader): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(created_at) from users),
      (select created_at from ledger_transfers order by tx, id limit 1)) as at`.execute(reader)
  return rows[0]?.at ?? null
}

/** Replaces what is stored of these metrics and days. */
export async function replaceFigures(
  tx: Tx,
  asked: { metrics: readonly string[]; first: string; last: string; figures: readonly Figure[] },
): Promise<void> {
  await sql`
    delete from daily_statistics
    where metric = any(${[...asked.metrics]}::text[])
      and day >= ${asked.first}::date and day <= ${asked.last}::date`.execute(tx)
  await sql`
    insert into daily_statistics (metric, day, key, value)
    select f.metric, f.day, f.key, f.value
    from unnest(${asked.figures.map(({ metric }) => metric)}::text[],
      ${asked.figures.map(({ day }) => day)}::date[],
      ${asked.figures.map(({ key }) => key)}::text[],
      ${asked.figures.map(({ value }) => value)}::int8[]) as f (metric, day, key, value)
    `.execute(tx)
}

/** Stored figures of these days, as they are. */
export async function figuresOf(
  reader: Reader,
  asked: { metrics: readonly string[]; first: string; last: string },
): Promise<Figure[]> {
  const { rows } = await sql<Figure>`
    select to_char(s.day, 'YYYY-MM-DD') as day, s.metric, s.key, s.value
    from daily_statistics s
    where s.metric = any(${[...asked.metrics]}::text[])
      and s.day >= ${asked.first}::date and s.day <= ${asked.last}::date
    order by s.metric, s.day, s.key`.execute(reader)
  return rows
}

export type KeySum = { metric: string; key: string; value: number }

/** Sums per key over these days; of each metric the largest ones. */
export async function sumsByKey(
  reader: Reader,
  asked: { metrics: readonly string[]; first: string; last: string; limit: number },
): Promise<KeySum[]> {
  const { rows } = await sql<KeySum>`
    select m.metric, s.key, s.value
    from unnest(${[...asked.metrics]}::text[]) as m (metric)
    cross join lateral (
      select d.key, sum(d.value)::int8 as value from daily_statistics d
      where d.metric = m.metric and d.day >= ${asked.first}::date and d.day <= ${asked.last}::date
      group by d.key order by 2 desc, 1 limit ${asked.limit}
    ) s`.execute(reader)
  return rows
}

/** What these metrics sum up to before a day: the state that their changes led to. */
export async function sumsBefore(
  reader: Reader,
  asked: { metrics: readonly string[]; day: string },
): Promise<{ metric: string; value: number }[]> {
  const { rows } = await sql<{ metric: string; value: number }>`
    select s.metric, sum(s.value)::int8 as value from daily_statistics s
    where s.metric = any(${[...asked.metrics]}::text[]) and s.day < ${asked.day}::date
    group by s.metric`.execute(reader)
  return rows
}
