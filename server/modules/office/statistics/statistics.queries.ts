import { sql } from 'kysely'
import { type Reader, run, type Tx } from '#server/platform/db/tx.ts'
import { assert } from '#server/platform/errors.ts'
import type { Figure } from './count-days.queries.ts'

export type Progress = { firstDay: string; nextDay: string }

/** Reads and locks the progress of a part; null before the first run. */
export function lockProgress(tx: Tx, part: string) {
  return run.row<Progress>(tx, null)`
    select first_day as "firstDay", next_day as "nextDay" from statistics_progress
    where part = ${part} for update`
}

export async function insertProgress(tx: Tx, part: string, firstDay: string) {
  await sql`
    insert into statistics_progress (part, first_day, next_day)
    values (${part}, ${firstDay}, ${firstDay}) on conflict do nothing`.execute(tx)
}

export async function moveProgress(tx: Tx, part: string, nextDay: string) {
  await sql`update statistics_progress set next_day = ${nextDay} where part = ${part}`.execute(tx)
}

/** Reads the first counted day and the next day to count; null before the first run. */
export function findProgressOf(reader: Reader, part: string) {
  return run.row<Progress>(reader, null)`
    select first_day as "firstDay", next_day as "nextDay" from statistics_progress
    where part = ${part}`
}

/** Finds the time of the first sign-up or ledger movement; null in an empty installation. */
export function findFirstInstant(reader: Reader) {
  return run.value<{ at: Date | null }>(reader, null)`
    select least((select min(created_at) from users),
      (select created_at from ledger_transfers order by tx, id limit 1)) as at`
}

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

/** Lists the stored figures of these metrics and days. */
export function listFiguresOf(
  reader: Reader,
  asked: { metrics: readonly string[]; first: string; last: string },
) {
  return run.rows<Figure>(reader)`
    select to_char(s.day, 'YYYY-MM-DD') as day, s.metric, s.key, s.value
    from daily_statistics s
    where s.metric = any(${[...asked.metrics]}::text[])
      and s.day >= ${asked.first}::date and s.day <= ${asked.last}::date
    order by s.metric, s.day, s.key`
}

export type KeySum = { metric: string; key: string; value: number }

/** Sums metrics per key over these days, the largest sums of each metric only. */
export function listSumsByKey(
  reader: Reader,
  asked: { metrics: readonly string[]; first: string; last: string; limit: number },
) {
  return run.rows<KeySum>(reader)`
    select m.metric, s.key, s.value
    from unnest(${[...asked.metrics]}::text[]) as m (metric)
    cross join lateral (
      select d.key, sum(d.value)::int8 as value from daily_statistics d
      where d.metric = m.metric and d.day >= ${asked.first}::date and d.day <= ${asked.last}::date
      group by d.key order by 2 desc, 1 limit ${asked.limit}
    ) s`
}

/** Sums metrics over all days before a day: for metrics of changes, the state at its start. */
export function listSumsBefore(reader: Reader, asked: { metrics: readonly string[]; day: string }) {
  return run.rows<{ metric: string; value: number }>(reader)`
    select s.metric, sum(s.value)::int8 as value from daily_statistics s
    where s.metric = any(${[...asked.metrics]}::text[]) and s.day < ${asked.day}::date
    group by s.metric`
}

export type PayoutsState = {
  /** Withdrawals that have not ended. */
  count: number
  pesos: number
  /** When our record was last compared with the gateway's. */
  gatewayAt: Date | null
  /** Last day of the last bank statement that was compared. */
  bankUntil: string | null
}

/** Finds what is still to be paid out, and when our record was last compared with outside ones. */
export async function findPayoutsState(reader: Reader): Promise<PayoutsState> {
  const row = await run.row<PayoutsState>(reader)`
    select count(*)::int as count, coalesce(sum(w.amount_pesos), 0)::int8 as pesos,
      (select r.ended_at from reconciliations r order by r.ended_at desc limit 1)
        as "gatewayAt",
      (select to_char(b.until_day, 'YYYY-MM-DD') from bank_statements b
        order by b.uploaded_at desc limit 1) as "bankUntil"
    from withdrawals w where w.closed_at is null`
  assert(row, 'an aggregate has one row')
  return row
}

export type TextCost = { month: string; channel: 'whatsapp' | 'sms'; count: number; pesos: number }

/** Texts of this month in Bogotá and the two before, and their cost in pesos; newest first. */
export function listTextCosts(reader: Reader, now: Date) {
  return run.rows<TextCost>(reader)`
    select to_char(sent_at at time zone 'America/Bogota', 'YYYY-MM') as month, channel,
      count(*)::int as count, sum(pesos)::int8 as pesos
    from sent_texts
    where sent_at >= (date_trunc('month', ${now}::timestamptz at time zone 'America/Bogota')
      - interval '2 months') at time zone 'America/Bogota'
    group by 1, 2 order by 1 desc, 2 desc`
}
