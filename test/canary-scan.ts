// Searches for values that must stay secret: in every column and index of the database, in text
// that the program wrote, and in addresses that it called.
import diagnostics from 'node:diagnostics_channel'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { asOwner } from './db.ts'

/** Secret values by name. */
export type Canaries = Record<string, string>

/** Places where a value was found, as `name: place`. */
type Found = string[]

/**
 * Forms of a value: the text, its hexadecimal form, and base64 at each offset of the encoded text.
 */
function spellings(value: string): string[] {
  const bytes = Buffer.from(value)
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64')
    // The first and last characters also depend on the bytes before and after the value.
    return text.slice(shift === 0 ? 0 : shift + 1, -4)
  })
  return [value, bytes.toString('hex'), ...base64]
}

/** Searches texts, each with its source. */
export function findInTexts(canaries: Canaries, texts: Iterable<[string, string]>): Found {
  const sought = Object.entries(canaries).map(([name, value]) => [name, spellings(value)] as const)
  const found = new Set<string>()
  for (const [place, text] of texts) {
    for (const [name, spelled] of sought) {
      if (spelled.some((each) => text.includes(each))) found.add(`${name}: ${place}`)
    }
  }
  return [...found].sort()
}

/** Searches files below a folder, by name. */
export function findInFiles(canaries: Canaries, folder: string): Found {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const texts = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }): [string, string] => {
      const file = path.join(parentPath, name)
      return [path.relative(folder, file), readFileSync(file, 'latin1')]
    })
  return findInTexts(canaries, texts)
}

type Expression = { table: string; name: string; expression: string }

/** Selects every column of every table, and every expression that an index stores. */
const STORED = `
  select table_name as table, column_name as name,
    case udt_name when 'bytea' then format('encode(%1$I, ''escape'')', column_name)
      else format('%I::text', column_name) end as expression
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where table_schema = 'public' and table_type = 'BASE TABLE'
  union all
  select i.indrelid::regclass::text, i.indexrelid::regclass::text,
    format('(%s)::text', pg_get_indexdef(i.indexrelid, k::int, true))
  from pg_index i, generate_series(1, i.indnatts) k
  where i.indrelid::regclass::text !~ '[.]' and i.indkey[k - 1] = 0`

/** Searches all columns and index expressions of all tables; results are `table.column`. */
export async function findInDatabase(databaseUrl: string, canaries: Canaries): Promise<Found> {
  const stored = (await asOwner(databaseUrl, STORED)).rows as Expression[]
  const found: string[] = []
  for (const [table, all] of Map.groupBy(stored, (each) => each.table)) {
    const sought = Object.entries(canaries).flatMap(([name, value]) =>
      spellings(value).map((spelled) => ({ name, spelled })),
    )
    const columns = all.map(
      ({ name, expression }) =>
        `case when bool_or(position(canary_.spelled_ in ${expression}) > 0) then '${name}' end`,
    )
    const { rows } = await asOwner(
      databaseUrl,
      `select canary_.name_ as name, array_remove(array[${columns.join(', ')}], null) as columns
       from ${table}, unnest($1::text[], $2::text[]) as canary_ (name_, spelled_)
       group by canary_.name_`,
      [sought.map(({ name }) => name), sought.map(({ spelled }) => spelled)],
    )
    for (const row of rows as { name: string; columns: string[] }[]) {
      found.push(...row.columns.map((column) => `${row.name}: ${table}.${column}`))
    }
  }
  return found.sort()
}

/** Records the addresses of all calls that leave this process, until `stop`. */
export function watchCalls(): { urls: string[]; stop(): void } {
  const urls: string[] = []
  const byFetch = (message: unknown) => {
    const { request } = message as { request: { origin: string; path: string } }
    urls.push(`${request.origin}${request.path}`)
  }
  const byHttp = (message: unknown) => {
    const { request } = message as { request: { host: string; path: string } }
    urls.push(`${request.host}${request.path}`)
  }
  diagnostics.subscribe('undici:request:create', byFetch)
  diagnostics.subscribe('http.client.request.start', byHttp)
  return {
    urls,
    stop() {
      diagnostics.unsubscribe('undici:request:create', byFetch)
      diagnostics.unsubscribe('http.client.request.start', byHttp)
    },
  }
}
