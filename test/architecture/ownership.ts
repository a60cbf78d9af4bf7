// Rules about the tables that a module may write, and the names that platform may use.
import { declarations, ownersOf } from './declared.ts'
import {
  isServerCode,
  type Node,
  nameOf,
  type Rule,
  type SourceFile,
  violation,
  walk,
} from './source.ts'
import { OPEN_VIEWS, sqlFunctions } from './sql-functions.ts'

const STATEMENT = /(?:insert|merge)\s+into\s+|(?<!for (?:no key )?)update\s+|delete\s+from\s+/
const BUILDER = /(?:insertInto|updateTable|deleteFrom)\(\s*'/
const WRITES = new RegExp(`\\b(?:${STATEMENT.source}|${BUILDER.source})([a-z_]+)`, 'g')
/** Words after `update` that are not a table: `for update of`, `do update set`. */
const NO_TABLE = /^(of|set|skip|nowait|or|on)$/

/**
 * Returns the module of a file, or platform. The demo may write tables of other modules, as test
 * factories do.
 */
function ownerOf(path: string): string | undefined {
  return /^server\/(?:modules\/[^/]+\/([^/]+)|(platform))\//.exec(path)?.slice(1).find(Boolean)
}

type Write = { file: SourceFile; index: number; table: string; owner: string }

function writesIn(text: string): { index: number; table: string }[] {
  return [...text.matchAll(WRITES)].flatMap(({ index, 1: table = '' }) =>
    NO_TABLE.test(table) || OPEN_VIEWS.has(table) ? [] : [{ index, table }],
  )
}

/** Only the module that declares a table writes it, in TypeScript and in SQL functions. */
export const tablesAreWrittenByTheirModule: Rule = (files) => {
  const entries = declarations(files)
  const [tables, functions] = [ownersOf(entries, 'table'), ownersOf(entries, 'function')]
  const inQueries = files
    .filter(({ path }) => path.endsWith('.queries.ts'))
    .flatMap((file): Write[] => {
      const owner = ownerOf(file.path)
      return owner ? writesIn(file.text).map((write) => ({ ...write, file, owner })) : []
    })
  const inFunctions = sqlFunctions(files).flatMap(({ name, file, start, body }): Write[] => {
    const owner = functions.get(name) ?? `the undeclared ${name}`
    return writesIn(body).map(({ index, table }) => ({ file, index: start + index, table, owner }))
  })
  return [...inQueries, ...inFunctions].flatMap(({ file, index, table, owner }) => {
    const module = tables.get(table)
    if (module === owner) return []
    return [violation(file, index, `${table} belongs to ${module ?? 'no module'}, not to ${owner}`)]
  })
}

const UNNAMED_INSERT =
  /\binsert into [a-z_.]+(?: as \w+)?\s+(?:values|select|with|table|default)\b/gi

/**
 * Every insert names its columns: a column added later then gets its default, and a wrong order
 * fails.
 */
export const insertsNameTheirColumns: Rule = (files) => {
  const code = files.filter(isServerCode).map((file) => ({ file, start: 0, body: file.text }))
  return [...code, ...sqlFunctions(files)].flatMap(({ file, start, body }) =>
    [...body.matchAll(UNNAMED_INSERT)].map(({ index }) =>
      violation(file, start + index, 'an insert that names no columns'),
    ),
  )
}

const DOMAIN_WORDS = new Set(
  (
    'booking commission corridor dispute driver fare journey ledger passenger payment receipt ' +
    'seat ticket toll trip vehicle wallet wompi'
  ).split(' '),
)

/** Checks names and texts in platform's code, but not comments, which may give an example. */
export const platformNamesNoDomain: Rule = (files) =>
  files
    .filter((file) => isServerCode(file) && file.path.startsWith('server/platform/'))
    .filter((file) => !file.path.includes('.generated.'))
    .flatMap((file) => {
      const found: ReturnType<Rule> = []
      walk(file, (node) => {
        const word = wordsOf(node).find((each) => DOMAIN_WORDS.has(each))
        if (word) found.push(violation(file, node.start, `platform says "${word}"`))
      })
      return found
    })

/** Words of a name: `tripSeats`, `trip_seats` and `/trips/:id` all contain `trip`. */
function wordsOf(node: Node): string[] {
  const text =
    node.type === 'Identifier'
      ? nameOf(node)
      : node.type === 'TemplateElement'
        ? ((node.value as { cooked?: string }).cooked ?? '')
        : typeof node.value === 'string'
          ? node.value
          : ''
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .map((word) => word.replace(/s$/, ''))
}
