// The SQL statements inside functions of the database, with variables as parameters.
import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query'
import pg from 'pg'

export type FunctionStatement = { name: string; text: string }

type Source = {
  name: string
  language: string
  body: string
  definition: string
  argNames: string[]
  argTypes: string[]
  /** Table of a trigger function; null for other functions. */
  table: string | null
}

/** Types of columns by name, when all tables agree: fields of records have the same names. */
type ColumnTypes = Map<string, string>

/** Type of each variable; null for a record, whose fields have their own types. */
type Variables = Map<string, string | null>

/**
 * Returns every statement of the functions in `public`. A function of one expression (`return …`)
 * has no statement of its own: it is checked with the statements that call it.
 */
export async function functionStatements(client: pg.Client): Promise<FunctionStatement[]> {
  await loadModule()
  const { rows } = await client.query<Source>(
    `select p.proname as name, l.lanname as language, p.prosrc as body,
       pg_get_functiondef(p.oid) as definition,
       coalesce(p.proargnames, '{}') as "argNames",
       array(select format_type(t, null)
         from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (t, no)
         order by no) as "argTypes",
       (select max(t.tgrelid::regclass::text) from pg_trigger t where t.tgfoid = p.oid) as "table"
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and l.lanname in ('sql', 'plpgsql') and p.prosrc <> ''
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.proname`,
  )
  const columns = await client.query<{ name: string; type: string }>(
    `select a.attname as name, min(format_type(a.atttypid, null)) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'c') and a.attnum > 0
     group by 1 having count(distinct a.atttypid) = 1`,
  )
  const types: ColumnTypes = new Map(columns.rows.map(({ name, type }) => [name, type]))
  const statements: FunctionStatement[] = []
  for (const source of rows) {
    const read = source.language === 'sql' ? ofSql : ofPlpgsql
    const [inferred, guessed] = [read(source, new Map()), read(source, types)]
    for (const [at, text] of inferred.entries()) {
      const isKnown = await isUnderstood(client, text)
      statements.push({ name: source.name, text: isKnown ? text : (guessed[at] ?? text) })
    }
  }
  return statements
}

/** Whether PostgreSQL can infer the types of all parameters. */
async function isUnderstood(client: pg.Client, text: string): Promise<boolean> {
  try {
    await client.query(`explain (generic_plan) ${text}`)
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return false
  }
}

function ofSql({ name, body, argNames, argTypes }: Source, types: ColumnTypes): string[] {
  const variables: Variables = new Map(argNames.map((name, at) => [name, argTypes[at] ?? null]))
  const bytes = Buffer.from(body)
  return (parseSync(body).stmts ?? []).map(({ stmt_location: at = 0, stmt_len: length }) => {
    const text = bytes.subarray(at, length ? at + length : undefined).toString()
    return withParameters(text, { name, variables, types })
  })
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

/** Yields every node of a tree with this name. */
function* nodesOf(tree: Json, name: string): Generator<Record<string, Json>> {
  if (tree === null || typeof tree !== 'object') return
  for (const [key, value] of Object.entries(tree)) {
    if (key === name && value && typeof value === 'object' && !Array.isArray(value)) yield value
    yield* nodesOf(value as Json, name)
  }
}

/** Modes in which the plpgsql parser reads a text. */
const EXPRESSION = 2
const ASSIGNMENT = 3

/** A list of rows, such as `calls booking_call[]`, which the parser would take for a record. */
const LIST_OF_ROWS = /\b(\w+)\s+([a-z]+(?:_[a-z]+)+|bookings)\[\]/g

function ofPlpgsql(source: Source, types: ColumnTypes): string[] {
  const { definition, name, table, argNames, argTypes } = source
  const lists = new Map<string, string>()
  const known = definition.replaceAll(LIST_OF_ROWS, (_, variable: string, type: string) => {
    lists.set(variable, `${type}[]`)
    return `${variable} text[]`
  })
  let parsed: Json
  try {
    parsed = parsePlPgSQLSync(known) as unknown as Json
  } catch (error) {
    throw new Error(`${name} is not read`, { cause: error })
  }
  const variables: Variables = new Map()
  for (const [kind, typed] of [
    ['PLpgSQL_var', true],
    ['PLpgSQL_rec', false],
  ] as const) {
    for (const { refname, datatype } of nodesOf(parsed, kind)) {
      const [type] = [...nodesOf(datatype as Json, 'PLpgSQL_type')]
      const name = String(type?.typname ?? '').replace(/^pg_catalog\./, '')
      variables.set(String(refname), typed || name !== 'record' ? typeOf(name) : null)
    }
  }
  for (const [variable, type] of lists) variables.set(variable, type)
  for (const [at, arg] of argNames.entries()) variables.set(arg, argTypes[at] ?? null)
  if (table) for (const row of ['new', 'old']) variables.set(row, table)
  return [...nodesOf(parsed, 'PLpgSQL_expr')].flatMap(({ query, parseMode }) => {
    const text = String(query)
    const statement =
      parseMode === EXPRESSION
        ? `select ${text}`
        : parseMode === ASSIGNMENT
          ? `select ${text.slice(text.indexOf(':=') + 2)}`
          : text
    return /\b(from|insert|update|delete)\b/i.test(statement)
      ? [withParameters(statement, { name, variables, types })]
      : []
  })
}

/** Declared types can copy the type of a column: `x trips.id%type`. */
const typeOf = (name: string) => name.replaceAll('"', '').trim()

type Scope = { name: string; variables: Variables; types: ColumnTypes }

/** Returns a statement with `$1`, `$2`, … in place of the function's variables. */
function withParameters(text: string, { name, variables, types }: Scope): string {
  const bytes = Buffer.from(text)
  const numbers = new Map<string, number>()
  const edits: { at: number; end: number; by: string }[] = []
  const parsed = parseSync(text) as unknown as Json
  const aliases = aliasesOf(parsed)
  for (const { fields, location = 0 } of nodesOf(parsed, 'ColumnRef')) {
    const written = (fields as Record<string, Record<string, Json>>[]).map(({ String: part }) =>
      part ? String(part.sval) : '*',
    )
    const qualified = written[0] === name && written.length > 1 && !aliases.has(name)
    const [first = '', field] = qualified ? written.slice(1) : written
    const type = variables.get(first)
    if (type === undefined || aliases.has(first)) continue
    const ofRecord = type === null && field !== undefined && field !== '*'
    const key = ofRecord ? `${first}.${field}` : first
    const number = numbers.get(key) ?? numbers.size + 1
    numbers.set(key, number)
    const parts = [...(qualified ? [name] : []), first, ...(ofRecord ? [field] : [])]
    const pattern = new RegExp(`^${parts.map((part) => `"?${part}"?`).join('\\s*\\.\\s*')}`)
    const at = Number(location)
    const [match = ''] = pattern.exec(bytes.subarray(at).toString()) ?? []
    const known = ofRecord ? types.get(field) : type
    edits.push({ at, end: at + match.length, by: known ? `($${number}::${known})` : `$${number}` })
  }
  let result = ''
  let from = 0
  for (const { at, end, by } of edits.sort((a, b) => a.at - b.at)) {
    result += bytes.subarray(from, at).toString() + by
    from = end
  }
  return result + bytes.subarray(from).toString()
}

/** Names of tables in a statement: such a name before a dot is not a variable. */
function aliasesOf(parsed: Json): Set<string> {
  const names = [...nodesOf(parsed, 'alias')].map(({ aliasname }) => String(aliasname))
  const tables = [...nodesOf(parsed, 'RangeVar')].flatMap((table) =>
    table.alias ? [] : [String(table.relname)],
  )
  return new Set([...names, ...tables])
}
