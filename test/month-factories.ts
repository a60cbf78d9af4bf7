// Tables by month whose months began long ago, and rows in them.
import { randomUUID } from 'node:crypto'
import { asOwner } from './db.ts'

/** Months of today that stay in the database in these tests: the least that is allowed. */
const KEPT = 13

/** The first day of the month so many months before this one, in Bogotá. */
export function monthsAgo(months: number): string {
  const bogota = new Date(Date.now() - 5 * 3_600_000)
  const first = Date.UTC(bogota.getUTCFullYear(), bogota.getUTCMonth() - months, 1)
  return new Date(first).toISOString().slice(0, 10)
}

/** As if the table had been by month since then: a partition for each one, and none for before. */
export async function startMonths(url: string, table: string, ago: number): Promise<void> {
  const { rows } = await asOwner(
    url,
    'select partition from month_partitions where table_name = $1 and from_month is not null',
    [table],
  )
  const drops = rows.map(({ partition }) => `drop table ${partition}`)
  const isDate = table === 'search_misses'
  const until = isDate ? monthsAgo(ago) : `${monthsAgo(ago)}T05:00:00Z`
  await asOwner(
    url,
    [
      ...drops,
      `alter table ${table} detach partition ${table}_past`,
      `alter table ${table} attach partition ${table}_past
         for values from (minvalue) to ('${until}')`,
      `update month_tables set kept_months = ${KEPT} where name = '${table}'`,
      'select months_ahead()',
    ].join(';'),
  )
}

/** An audit trail without rows and files, in months of so many months ago. */
export async function emptyMonths(url: string, from: number, until: number): Promise<void> {
  const { rows } = await asOwner(
    url,
    `select partition from month_partitions where table_name = 'audit_entries'`,
  )
  const drops = rows.map(({ partition }) => `drop table ${partition}`)
  const makes: string[] = []
  for (let ago = from; ago >= until; ago -= 1) {
    makes.push(`select months_make('audit_entries', '${monthsAgo(ago)}')`)
  }
  await asOwner(
    url,
    [
      ...drops,
      'drop table audit_entries_other',
      `select months_make_other('audit_entries')`,
      'delete from archived_months',
      `update month_tables set kept_months = ${KEPT}`,
      ...makes,
    ].join(';'),
  )
}

/** An entry of the audit trail at noon of the nth day of a month so many months ago. */
export async function anEntry(url: string, ago: number, day = 10): Promise<string> {
  const at = `${monthsAgo(ago).slice(0, 8)}${String(day).padStart(2, '0')}T12:00:00Z`
  return await anEntryAt(url, at)
}

export async function anEntryAt(url: string, at: string): Promise<string> {
  const id = randomUUID()
  await asOwner(
    url,
    `insert into audit_entries (id, at, actor_id, action, subject_kind, subject_id, details)
     values ($1, $2, $1, 'tried', 'test', 'ñandú \u2028 "x"', '{"b": 1, "a": [1.50, null]}')`,
    [id, at],
  )
  return id
}

/** The partition in which a row is. */
export async function partitionOf(url: string, id: string): Promise<string | undefined> {
  const found = 'select tableoid::regclass::text as name from audit_entries where id = $1'
  return (await asOwner(url, found, [id])).rows[0]?.name
}

/** Ids of the rows that the database has, in order. */
export async function liveIds(url: string): Promise<string[]> {
  const { rows } = await asOwner(url, 'select id from audit_entries order by id')
  return rows.map(({ id }) => id)
}
