// Fills every growing table with valid rows for the planner: the values are distributed as after
// years of use, but are otherwise meaningless.
import type pg from 'pg'

/** Tables that do not grow with people, trips or time, with the reason. Every other table grows. */
const BOUNDED: Readonly<Record<string, string>> = {
  bank_statements: 'one a day',
  browser_errors: 'at most some 500 a day, for 30 days',
  browser_vitals: 'at most five for each page a day, for 30 days',
  clock_limit: 'one row',
  key_checks: 'one row for each key',
  corridor_pairs: 'roads',
  corridors: 'roads',
  daily_statistics: 'a few dozen figures a day',
  data_exports: 'deleted within days',
  duty_hours: 'the roster of two weeks',
  fuel_prices: 'public prices',
  integrity_watch: 'one row',
  ledger_verified: 'one row',
  live_events: 'deleted within minutes',
  month_closings: 'one a month',
  payout_batches: 'a few files a day',
  phone_codes: 'deleted within hours',
  phone_policy: 'one row',
  places: 'municipalities',
  price_proposals: 'prices change a few times a year',
  price_tables: 'prices change a few times a year',
  rate_limits: 'deleted within hours',
  reconciliations: 'one a day',
  reward_items: 'what the team offers',
  roads: 'roads',
  safe_points: 'vetted by the team',
  schema_migrations: 'releases',
  statistics_progress: 'two rows',
  switch_changes: 'by hand of the team',
  team_invitations: 'the team',
  toll_stations: 'public prices',
  toll_tariffs: 'public prices',
}

/** Final status that almost all rows have in the end, for columns with a list of values. */
const SETTLED = /^(approved|completed|closed|ended|expired|over|paid|post|resolved|sent|taken)$/i

/** Times that most rows never have. */
const RARE = /^(dead|denied|disputed|handed|no_show|removed|revoked|taken_back|withdrawn)_at$/

/** Columns with few different values that the schema does not list. */
const FEW: Readonly<Record<string, string>> = {
  currency: "'COP'",
  cause_kind: "'booking'",
  code: "(array['fare', 'commission', 'topup', 'points_trip'])[1 + n % 4]",
  event: "(array['confirmed', 'checked_in', 'completed', 'segment_changed'])[1 + n % 4]",
  kind: "'kind' || n % 20",
  name: "'name' || n % 20",
  template: "'template' || n % 20",
}

type Column = {
  name: string
  type: string
  array: boolean
  nullable: boolean
  unique: boolean
  key: boolean
  values: string[]
}

type Table = { name: string; columns: Column[] }

/** Returns the growing tables, with the data that is needed to make rows. */
export async function growingTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Column & { table: string }>(
    `select c.relname as "table", a.attname as name,
       coalesce(e.typname, t.typname) as type, e.oid is not null as array,
       not a.attnotnull as nullable,
       exists (select from pg_index i where i.indrelid = c.oid and i.indisunique
         and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) as "unique",
       exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary
         and i.indnkeyatts = 1 and i.indkey[0] = a.attnum) and not exists (
         select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
           and k.conkey[1] = a.attnum) as key,
       array(select m[1] from pg_constraint k,
         regexp_matches(pg_get_constraintdef(k.oid), '''([A-Za-z_]+)''::text', 'g') as m
         where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
           and a.atttypid <> 'jsonb'::regtype) as values
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attidentity = '' and a.attgenerated = ''
     join pg_type t on t.oid = a.atttypid
     left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     order by c.relname, a.attnum`,
  )
  return [...Map.groupBy(rows, ({ table }) => table)]
    .filter(([name]) => !(name in BOUNDED))
    .map(([name, columns]) => ({ name, columns }))
}

/** SQL expression of a column in terms of `n`, the number of the row. */
function expressionOf(column: Column, rows: number): string {
  if (column.array) return `array[${scalarOf(column, rows)}]::${column.type}[]`
  return `(${scalarOf(column, rows)})::${column.type}`
}

function scalarOf(column: Column, rows: number): string {
  const { name, type, nullable, unique, key, values } = column
  const few = FEW[name]
  switch (type) {
    case 'uuid':
      if (key) return 'md5(n::text)'
      return `md5((1 + n::bigint * 7919 % ${unique ? rows : rows / 4})::text)`
    case 'text':
      if (values.length > 0) return settledOf(values)
      if (few && !unique) return few
      return name.endsWith('_id') ? 'md5(n::text)::uuid' : `'${name}' || n`
    case 'timestamptz': {
      const at = "now() - n * interval '3 minutes'"
      if (!nullable) return at
      return `case when n % 997 ${RARE.test(name) ? '=' : '>'} 0 then ${at} end`
    }
    case 'date':
      return "date '2026-01-01' - n / 500"
    case 'bool':
      return 'n % 997 = 0'
    case 'jsonb':
      return "jsonb_build_object('bookingId', md5(n::text)::uuid, 'eventId', md5(n::text)::uuid)"
    case 'bytea':
      return 'sha256(n::text::bytea)'
    case 'xid8':
      return 'n::text'
    case 'inet':
      return "'10.0.0.1'"
    case 'int2':
      return 'n % 20'
    default:
      return 'n'
  }
}

function settledOf(values: readonly string[]): string {
  const settled = values.find((value) => SETTLED.test(value)) ?? values[0]
  const others = values.filter((value) => value !== settled)
  if (others.length === 0) return `'${settled}'`
  const list = others.map((value) => `'${value}'`).join(', ')
  return `case when n % 997 > 0 then '${settled}'
    else (array[${list}])[1 + n / 997 % ${others.length}] end`
}

/** Fills a table and updates its statistics. Constraints are dropped; indexes and keys stay. */
export async function fillTable(client: pg.Client, table: Table, rows: number): Promise<void> {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
  const values = table.columns.map((column) => expressionOf(column, rows)).join(', ')
  await client.query(
    `insert into ${table.name} (${names})
     select ${values} from generate_series(1, ${rows}) as n on conflict do nothing`,
  )
  await client.query(`analyze ${table.name}`)
}

/** Drops, in this database only, the checks that a made-up row would violate. */
export async function dropChecks(client: pg.Client): Promise<void> {
  await client.query(
    `do $$
     declare c record;
     begin
       for c in select conname, conrelid::regclass as "table" from pg_constraint
         where contype in ('c', 'x') and conrelid <> 0
           and connamespace = 'public'::regnamespace
       loop execute format('alter table %s drop constraint %I', c."table", c.conname); end loop;
     end $$`,
  )
}
