// Writes a row into each table that the demonstration leaves empty.
import type pg from 'pg'

/** Expressions of columns for which the checks of the table refuse the value of the type. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Not the person of the other rows: triggers refuse most of them to a person who leaves.
  account_closings: { user_id: '(select id from users order by id desc limit 1)' },
  account_links: { password_hash: `'hash'` },
  browser_errors: { group_hash: `encode(sha256('example'), 'hex')` },
  data_reveals: { reason: `'An example of a reason'` },
  duty_calls: { minute: '2' },
  gateway_answers: { reference: `'example'` },
  mail_suppressions: { reply: `'550 5.1.1'` },
  month_closings: {
    key_id: `'0a1b2c3d'`,
    report: `'{}'`,
    signature: `decode(repeat('00', 64), 'hex')`,
  },
  notification_preferences: { topic: `'trips'` },
  payout_sendings: { idempotency_key: `'example'` },
  push_subscriptions: { auth: `repeat('x', 22)`, p256dh: `repeat('x', 87)` },
  referral_codes: { code: `'ABCDEFGH'` },
  rescue_asks: { from_seq: '0' },
  seat_keeps: { from_seq: '0' },
  sent_texts: { path: `'/bookings'` },
  team_invitations: { roles: `'{support}'` },
  trip_series_days: { refused_code: `'example'` },
}

type Column = {
  table: string
  name: string
  type: string
  /** Referenced table and column, and the number of the foreign key among those to that table. */
  target: string | null
  targetKey: string | null
  nth: number
  /** First value that a check lists. */
  listed: string | null
  /** Position in the table: later columns get later times, as checks ask. */
  position: number
}

/** Reads the columns that an insert must name. */
const COLUMNS = `
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
    f.confrelid::regclass::text as target, fa.attname as "targetKey",
    (row_number() over (partition by c.oid, f.confrelid order by a.attnum))::int - 1 as nth,
    (select (regexp_match(pg_get_constraintdef(k.oid), '''([^'']+)''::text'))[1]
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
        and k.conkey = array[a.attnum] and a.atttypid <> 'jsonb'::regtype
        and pg_get_constraintdef(k.oid) like '%= ANY (%'
      limit 1) as listed,
    a.attnum::int as position
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f'
    and f.conkey = array[a.attnum]
  left join pg_attribute fa on fa.attrelid = f.confrelid and fa.attnum = f.confkey[1]
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and a.attidentity = '' and a.attgenerated = '' and not a.atthasdef and a.attnotnull
  order by c.relname, a.attnum`

/** Fills each empty table, after the tables that it refers to. Throws when one stays empty. */
export async function fillEmptyTables(client: pg.Client, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<Column>(COLUMNS)
  const columns = Map.groupBy(rows, ({ table }) => table)
  const empty = new Set<string>()
  for (const table of tables) if (await isEmpty(client, table)) empty.add(table)
  const failures = new Map<string, string>()
  for (let before = -1; empty.size !== before; ) {
    before = empty.size
    for (const table of empty) {
      const own = columns.get(table) ?? []
      if (failures.has(table) || own.some(({ target }) => target && empty.has(target))) continue
      const failure = await fillTable(client, table, own)
      if (failure) failures.set(table, failure)
      else empty.delete(table)
    }
  }
  if (empty.size === 0) return
  const lines = [...empty].map((table) => `${table}: ${failures.get(table) ?? 'not reached'}`)
  throw new Error(
    `these tables need values in scripts/kept-release/single-rows.ts:\n${lines.join('\n')}`,
  )
}

async function isEmpty(client: pg.Client, table: string): Promise<boolean> {
  return (await client.query(`select from ${table} limit 1`)).rowCount === 0
}

/** Inserts a row; returns the reason when the table refuses it. */
async function fillTable(client: pg.Client, table: string, columns: readonly Column[]) {
  const values = new Map(columns.map((column) => [column.name, expressionOf(column)]))
  for (const [name, value] of Object.entries(VALUES[table] ?? {})) values.set(name, value)
  const names = [...values.keys()].map((name) => `"${name}"`)
  try {
    await client.query(
      `insert into ${table} (${names.join(', ')}) values (${[...values.values()].join(', ')})`,
    )
    return (await isEmpty(client, table)) ? 'no row was written' : undefined
  } catch (error) {
    return (error as Error).message
  }
}

function expressionOf({ type, target, targetKey: key, nth, listed, position }: Column): string {
  if (target) return `(select "${key}" from ${target} order by "${key}" offset ${nth} limit 1)`
  if (listed) return `'${listed}'`
  switch (type) {
    case 'uuid':
      return 'gen_random_uuid()'
    case 'text':
      return `'An example of a text'`
    case 'bytea':
      return `sha256('example')`
    case 'timestamp with time zone':
      return `now() + ${position} * interval '1 minute'`
    case 'date':
      return `date '2026-11-01'`
    case 'boolean':
      return 'false'
    case 'jsonb':
      return `'{}'`
    case 'text[]':
      return `'{example}'`
    default:
      return `'${type.endsWith('[]') ? '{1}' : '1'}'`
  }
}
