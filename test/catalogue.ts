// What a database has, by name: to compare two databases that were built in different ways.
import type pg from 'pg'

const aclOf = (column: string) =>
  `coalesce((select string_agg(a::text, ',' order by a::text) from unnest(${column}) a), '')`

const PARTS: Record<string, string> = {
  table: `select relname, relkind, relpersistence,
      (select string_agg(o, ',' order by o) from unnest(reloptions) o), ${aclOf('relacl')}
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')`,
  column: `select c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attcollation,
      ${aclOf('a.attacl')}
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'c')
      and a.attnum > 0 and not a.attisdropped`,
  // NOT NULL is compared as a property of its column.
  constraint: `select c.relname, k.conname, pg_get_constraintdef(k.oid), k.convalidated
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype <> 'n'`,
  index: `select pg_get_indexdef(i.indexrelid), i.indisvalid
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace`,
  function: `select pg_get_functiondef(oid), proowner::regrole, ${aclOf('proacl')} from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'`,
  trigger: `select pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal`,
  view: `select viewname, definition from pg_views where schemaname = 'public'`,
  type: `select c.relname, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', '
      order by a.attnum)
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'c' and c.relnamespace = 'public'::regnamespace group by c.relname`,
}

/** Rows that the program needs, without the time at which they were written. */
const ROWS: Record<string, string> = {
  ledger_accounts: `to_jsonb(r) - 'created_at' - 'tx'`,
  ledger_verified: 'to_jsonb(r)',
  phone_policy: 'to_jsonb(r)',
}

/** One sorted line for each table, column, constraint, function, privilege and so on. */
export async function catalogueOf(client: pg.Client): Promise<string[]> {
  const rows = Object.entries(ROWS).map(([name, value]): [string, string] => [
    `row of ${name}`,
    `select ${value} from ${name} r`,
  ])
  const lines: string[] = []
  for (const [part, text] of [...Object.entries(PARTS), ...rows]) {
    const found = await client.query({ text, rowMode: 'array' })
    lines.push(...found.rows.map((row) => `${part}: ${JSON.stringify(row)}`))
  }
  return lines.sort()
}
