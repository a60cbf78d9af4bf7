// Reads what a database consists of, by name, so that two databases can be compared.
import type pg from 'pg'

/** Definition of each object by its part and name: `column trips.status`. */
export type Catalogue = ReadonlyMap<string, string>

/** Rights of all roles, sorted; without an own list, those that PostgreSQL gives by default. */
const rights = (list: string, kind: string, owner: string) =>
  `(select string_agg(format('%s:%s:%s', nullif(grantee, 0)::regrole, privilege_type, is_grantable),
     ' ' order by nullif(grantee, 0)::regrole::text, privilege_type)
   from aclexplode(coalesce(${list}, acldefault('${kind}', ${owner}))))`

/** Objects of our schema only, without those of an extension. */
const OURS = `'public'::regnamespace`

/**
 * Names that PostgreSQL generates: they differ when a migration made an object, and depend on the
 * order of columns. The definition then stands for the name.
 */
const GENERATED = `'_(check|fkey|key|pkey|excl|idx)[0-9]*$'`

/**
 * Queries for name and definition of each object. Positions of columns do not count, nor do
 * constraints of NOT NULL: they have generated names, and the column says the same.
 */
const PARTS: Readonly<Record<string, string>> = {
  table: `
    select c.relname::text as name, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions,
      c.relrowsecurity, c.relreplident, c.relowner::regrole) as definition
    from pg_class c where c.relnamespace = ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'c')`,
  column: `
    select format('%s.%s', c.relname, a.attname) as name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull,
        'default ' || pg_get_expr(d.adbin, d.adrelid), 'generated', a.attgenerated, 'identity',
        a.attidentity, a.attcollation::regcollation, a.attstorage, a.attstattarget) as definition
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = ${OURS} and c.relkind in ('r', 'p', 'v', 'm', 'c')
      and a.attnum > 0 and not a.attisdropped`,
  constraint: `
    select format('%s %s', conrelid::regclass,
        case when conname ~ ${GENERATED} then pg_get_constraintdef(oid) else conname end) as name,
      replace(pg_get_constraintdef(oid), ' NOT VALID', '') as definition
    from pg_constraint
    where connamespace = ${OURS} and contype <> 'n' and conrelid <> 0`,
  index: `
    select case when indexrelid::regclass::text ~ ${GENERATED}
        then replace(pg_get_indexdef(indexrelid), format(' %s ', indexrelid::regclass), ' ')
        else indexrelid::regclass::text end as name,
      concat_ws(' ', indisvalid,
        replace(pg_get_indexdef(indexrelid), format(' %s ', indexrelid::regclass), ' ')
      ) as definition
    from pg_index join pg_class c on c.oid = indrelid where c.relnamespace = ${OURS}`,
  trigger: `
    select format('%s %s', tgrelid::regclass, tgname) as name,
      concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) as definition
    from pg_trigger t join pg_class c on c.oid = tgrelid
    where c.relnamespace = ${OURS} and not tgisinternal`,
  view: `
    select relname::text as name, pg_get_viewdef(oid) as definition
    from pg_class where relnamespace = ${OURS} and relkind in ('v', 'm')`,
  // A restored database has another offset of transaction numbers, which no release replaces.
  function: `
    select oid::regprocedure::text as name,
      concat_ws(' ', pg_get_functiondef(oid), proowner::regrole, proconfig) as definition
    from pg_proc where pronamespace = ${OURS} and prokind in ('f', 'p', 'w')
      and proname <> 'ledger_tx_offset'`,
  type: `
    select typname::text as name, concat_ws(' ', typtype, typowner::regrole, typnotnull, typdefault,
      nullif(typbasetype, 0)::regtype,
      (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid),
      (select array_agg(pg_get_constraintdef(oid) order by conname) from pg_constraint
        where contypid = t.oid)) as definition
    from pg_type t where typnamespace = ${OURS} and typtype in ('e', 'd', 'r', 'c')`,
  sequence: `
    select sequencename::text as name, concat_ws(' ', data_type, start_value, min_value, max_value,
      increment_by, cycle, cache_size, sequenceowner) as definition
    from pg_sequences where schemaname = 'public'`,
  'rights of': `
    select relname::text as name,
      ${rights('relacl', 'r', 'relowner')} as definition
    from pg_class where relnamespace = ${OURS} and relkind in ('r', 'p', 'v', 'm')
    union all
    select format('%s.%s', attrelid::regclass, attname),
      ${rights('attacl', 'c', 'relowner')}
    from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = ${OURS} and attacl is not null
    union all
    select oid::regprocedure::text, ${rights('proacl', 'f', 'proowner')}
    from pg_proc where pronamespace = ${OURS}
    union all
    select relname::text, ${rights('relacl', 's', 'relowner')}
    from pg_class where relnamespace = ${OURS} and relkind = 'S'
    union all
    select nspname::text, ${rights('nspacl', 'n', 'nspowner')}
    from pg_namespace where oid = ${OURS}`,
  comment: `
    select pg_describe_object(classoid, objoid, objsubid) as name, description as definition
    from pg_description
    where (pg_identify_object(classoid, objoid, objsubid)).schema = 'public'`,
}

/** Reads all parts in the transaction of the client. */
export async function readCatalogue(client: pg.ClientBase): Promise<Catalogue> {
  const found = new Map<string, string>()
  for (const [part, query] of Object.entries(PARTS)) {
    const { rows } = await client.query<{ name: string; definition: string }>(query)
    for (const { name, definition } of rows) {
      // Equal constraints of a table have the same name here.
      let key = `${part} ${name}`
      while (found.has(key)) key += ', again'
      found.set(key, definition)
    }
  }
  return found
}

/** Lists how a database differs from the wanted one, by name. */
export function differences(actual: Catalogue, wanted: Catalogue): string[] {
  const missing = [...wanted.keys()].filter((name) => !actual.has(name))
  const others = [...actual].flatMap(([name, definition]) => {
    if (!wanted.has(name)) return [`too much: ${name}`]
    return wanted.get(name) === definition ? [] : [`different: ${name}`]
  })
  return [...missing.map((name) => `missing: ${name}`), ...others].sort()
}
