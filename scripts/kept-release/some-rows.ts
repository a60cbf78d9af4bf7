// Chooses some rows of each table, so that foreign keys hold, and writes them as SQL.
import type pg from 'pg'

/** Rows that are kept from each end of a table, beside the rows that others refer to. */
const ROWS_OF_AN_END = 15
/** Kept whole: an upgrade applies each migration that is not in it. */
const HISTORY = 'schema_migrations'
/** Longer values of `bytea`, which are photos, are cut: nobody opens them. */
const BYTES = 500

const KEYS = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    (select string_agg(format('p.%I = c.%I', pa.attname, ca.attname), ' and ')
      from unnest(conkey, confkey) as k (own, theirs)
      join pg_attribute ca on ca.attrelid = conrelid and ca.attnum = k.own
      join pg_attribute pa on pa.attrelid = confrelid and pa.attnum = k.theirs) as match
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`

export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`,
  )
  return rows.map(({ name }) => name)
}

/** Writes the chosen rows of each table as a statement, and the state of each sequence. */
export async function insertsOf(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  // The first and the last rows: the past, and cases that are still open.
  for (const table of tables) {
    const rowsOfAnEnd = table === HISTORY ? 'total' : ROWS_OF_AN_END
    await client.query(
      `create temporary table ${keptOf(table)} as select id from (
         select ctid as id, row_number() over (order by t::text collate "C") as place,
           count(*) over () as total
         from ${table} t) ranked
       where place <= ${rowsOfAnEnd} or place > total - ${rowsOfAnEnd};
       alter table ${keptOf(table)} add primary key (id)`,
    )
  }
  await keepReferenced(client)
  const inserts: string[] = []
  for (const table of tables) inserts.push(await insertOf(client, table))
  return [...inserts, ...(await sequencesOf(client))]
}

const keptOf = (table: string) => `kept_${table}`

async function keepReferenced(client: pg.Client): Promise<void> {
  const { rows: keys } = await client.query<{ child: string; parent: string; match: string }>(KEYS)
  for (let added = 1; added > 0; ) {
    added = 0
    for (const { child, parent, match } of keys) {
      const { rowCount } = await client.query(
        `insert into ${keptOf(parent)} select p.ctid from ${child} c
         join ${keptOf(child)} k on k.id = c.ctid join ${parent} p on ${match}
         on conflict do nothing`,
      )
      added += rowCount ?? 0
    }
  }
}

/** Quotes the rows with a tag that they do not contain. */
async function insertOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ name: string; isBytes: boolean }>(
    `select quote_ident(attname) as name, atttypid = 'bytea'::regtype as "isBytes"
     from pg_attribute where attrelid = '${table}'::regclass and attnum > 0
       and not attisdropped and attgenerated = '' order by attnum`,
  )
  const columns = rows.map(({ name }) => name).join(', ')
  const kept = rows.map(({ name, isBytes }) =>
    isBytes ? `substring(t.${name} for ${BYTES}) as ${name}` : `t.${name}`,
  )
  const { rows: all } = await client.query<{ json: string }>(
    `select coalesce(jsonb_agg(r order by r::text collate "C"), '[]')::text as json
     from (select ${kept.join(', ')} from ${table} t
       join ${keptOf(table)} k on k.id = t.ctid) r`,
  )
  const json = all[0]?.json ?? '[]'
  if (json.includes('$rows$')) throw new Error(`a row of ${table} contains the quotation mark`)
  return `insert into ${table} (${columns}) overriding system value
select ${columns} from jsonb_populate_recordset(null::${table}, $rows$${json}$rows$)`
}

async function sequencesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select format('select setval(%L, %s)', sequencename, last_value) as text
     from pg_sequences where schemaname = 'public' and last_value is not null
     order by sequencename`,
  )
  return rows.map(({ text }) => text)
}
