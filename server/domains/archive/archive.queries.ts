// The functions of the database do the work on partitions (migrations/): the app's role may not.
import { sql } from 'kysely'
import type { Reader } from '#server/platform/db/tx.ts'

/** A month of a table, YYYY-MM-01, in Bogotá. */
export type Month = { table: string; month: string }

/** Makes the months ahead that are missing; answers their names. */
export async function makeAhead(reader: Reader): Promise<string[]> {
  const { rows } = await sql<{ partition: string | null }>`
    select made as partition from months_ahead() as made`.execute(reader)
  return rows.flatMap(({ partition }) => partition ?? [])
}

/** `missing`: fewer than two months ahead; `unsorted`: rows that no month took. */
export async function readAlarms(reader: Reader): Promise<{ table: string; alarm: string }[]> {
  const { rows } = await sql<{ table: string | null; alarm: string | null }>`
    select table_name as "table", alarm from months_alarms()`.execute(reader)
  return rows.flatMap(({ table, alarm }) => (table && alarm ? { table, alarm } : []))
}

/** Statements over a whole month end when they have read it. */
export async function withoutTimeLimit(reader: Reader): Promise<void> {
  await sql<{ limit: string | null }>`
    select set_config('statement_timeout', '0', true) as limit`.execute(reader)
}

/** Months that are old enough to leave the database, have rows and are in no file; oldest first. */
export async function monthsDue(reader: Reader): Promise<Month[]> {
  const { rows } = await sql<{ table: string | null; month: string | null }>`
    select table_name as "table", month::text as month from months_due()`.execute(reader)
  return rows.flatMap(({ table, month }) => (table && month ? { table, month } : []))
}

export type Line = { at: string; id: string; line: string }

/** Rows of a month after that one, oldest first, as JSON. */
export async function monthPage(
  reader: Reader,
  asked: Month & { after: Pick<Line, 'at' | 'id'>; limit: number },
): Promise<Line[]> {
  const { table, month, after, limit } = asked
  const { rows } = await sql<{ at: string | null; id: string | null; line: string | null }>`
    select at, id, line from months_page(${table}, ${month}::date, ${after.at}::text::timestamptz,
      ${after.id}::uuid, ${limit})`.execute(reader)
  return rows.flatMap(({ at, id, line }) => (at && id && line ? { at, id, line } : []))
}

export type ArchivedMonth = Month & {
  id: string
  rows: number
  digest: Buffer
  storageKey: string
  archivedAt: Date
  /** When its rows left the database; null while they are in both. */
  droppedAt: Date | null
}

/** Answers false when the month is in another file already. */
export async function recordMonth(
  reader: Reader,
  month: Omit<ArchivedMonth, 'archivedAt' | 'droppedAt'> & { bytes: number },
): Promise<boolean> {
  const { rows } = await sql<{ recorded: boolean | null }>`
    select months_record(${month.id}, ${month.table}, ${month.month}::date, ${month.rows},
      ${month.digest}, ${month.storageKey}, ${month.bytes}) as recorded`.execute(reader)
  return rows[0]?.recorded === true
}

/** Months in files by table and month; `stored`: only those whose rows are in the database too. */
export async function archivedMonths(
  reader: Reader,
  { stored }: { stored: boolean },
): Promise<ArchivedMonth[]> {
  const { rows } = await sql<ArchivedMonth>`
    select id, table_name as "table", month::text as month, rows, digest,
      storage_key as "storageKey", archived_at as "archivedAt", dropped_at as "droppedAt"
    from archived_months
    where not ${stored}::boolean or dropped_at is null
    order by table_name, month`.execute(reader)
  return rows
}

export async function archivedAfter(reader: Reader, id: string): Promise<ArchivedMonth[]> {
  const { rows } = await sql<ArchivedMonth>`
    select id, table_name as "table", month::text as month, rows, digest,
      storage_key as "storageKey", archived_at as "archivedAt", dropped_at as "droppedAt"
    from archived_months where id > ${id} order by id limit 100`.execute(reader)
  return rows
}

/** Answers false when the file has another name by now. */
export async function moveMonth(
  reader: Reader,
  moved: { id: string; from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql<{ moved: boolean | null }>`
    select months_move(${moved.id}, ${moved.from}, ${moved.to}) as moved`.execute(reader)
  return rows[0]?.moved === true
}

export type OldPartition = {
  table: string
  partition: string
  /** Null where it has no lower end; the month after its last one. */
  fromMonth: string | null
  untilMonth: string
}

/** Partitions of which every month is old enough to leave the database, oldest first. */
export async function oldPartitions(reader: Reader): Promise<OldPartition[]> {
  const { rows } = await sql<{ [K in keyof OldPartition]: OldPartition[K] | null }>`
    select table_name as "table", partition, from_month::text as "fromMonth",
      until_month::text as "untilMonth"
    from month_partitions
    where until_month <= months_limit(table_name)
    order by until_month, table_name`.execute(reader)
  return rows.filter((row): row is OldPartition => row.untilMonth !== null)
}

/** `dropped`, `gone`, `too_young`, or `differs` when the files do not have exactly its rows. */
export async function dropPartition(
  reader: Reader,
  { table, partition }: Pick<OldPartition, 'table' | 'partition'>,
): Promise<string> {
  const { rows } = await sql<{ outcome: string | null }>`
    select months_drop(${table}, ${partition}) as outcome`.execute(reader)
  return rows[0]?.outcome ?? ''
}

/** Those of these files that a month is in. */
export async function knownFiles(reader: Reader, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ storageKey: string }>`
    select storage_key as "storageKey" from archived_months
    where storage_key = any(${[...names]}::text[])`.execute(reader)
  return new Set(rows.map(({ storageKey }) => storageKey))
}
