// What a migration may do while people book: no statement that rewrites a table or locks it for as
// long as it is large, unless a comment before it says why that is fine.
import { type Rule, type SourceFile, type Violation, violation } from './source.ts'

/** Files up to this one were applied before anybody used Cupo. */
const FIRST_CHECKED = 'migrations/20261123T0200'

/** The comment that lets a statement pass: `-- under traffic: the table has twelve rows`. */
const EXCUSE = /^\s*--\s*under traffic:\s*\S/m

const TABLE = String.raw`(?:if (?:not )?exists )?(?:only )?(\w+)`
const DANGERS: [RegExp, string][] = [
  [
    new RegExp(`^create (?:unique )?index (?!concurrently).*? on ${TABLE}`),
    'an index locks writers out while it is built',
  ],
  [new RegExp(`^alter table ${TABLE}.*? alter (?:column )?\\w+ (?:set data )?type `), 'rewrites'],
  [
    new RegExp(`^alter table ${TABLE}.*? set not null`),
    'reads the whole table under a lock: add a check `not valid` and validate it first',
  ],
  [
    new RegExp(
      `^alter table ${TABLE}.*? add (?:constraint|check|foreign|unique|primary)(?!.* not valid)`,
    ),
    'checks every row under a lock: `not valid` first, `validate constraint` later',
  ],
  [
    new RegExp(
      `^alter table ${TABLE}.*? add (?:column )?\\w+ ` +
        '.*?(?:references|unique|generated|default \\w+\\()',
    ),
    'reads or rewrites the whole table under a lock',
  ],
  [
    new RegExp(
      `^alter table ${TABLE}.*? (?:drop (?:column )?(?!default|not null|constraint)|rename)`,
    ),
    'the release before still uses it: stop using it first, remove it in the release after',
  ],
  [new RegExp(`^drop table ${TABLE}`), 'the release before still uses it'],
  [
    new RegExp(`^(?:update|delete from) ${TABLE}`),
    'changes many rows in one transaction: use a job',
  ],
  [new RegExp(`^(?:lock table|truncate(?: table)?|cluster) ${TABLE}`), 'locks the table'],
  [new RegExp(`^vacuum full ${TABLE}`), 'rewrites the table under a lock'],
]

/** Every migration after the first release runs beside it, with people booking. */
export const migrationsAreSafeUnderTraffic: Rule = (files) =>
  files
    .filter(({ path }) => /^migrations\/.*\.sql$/.test(path) && path >= FIRST_CHECKED)
    .flatMap(dangersOf)

function dangersOf(file: SourceFile): Violation[] {
  const created = new Set(
    [...file.text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, name]) => name),
  )
  return statementsOf(file.text).flatMap(({ text, start }) => {
    if (EXCUSE.test(text)) return []
    const words = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    const danger = DANGERS.find(([pattern]) => {
      const table = pattern.exec(words)?.[1]
      return table !== undefined && !created.has(table)
    })
    const at = start + (/\S/.exec(text)?.index ?? 0)
    return danger ? [violation(file, at, danger[1])] : []
  })
}

/** Split at semicolons outside of function bodies. */
function statementsOf(text: string): { text: string; start: number }[] {
  const blanked = text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, (body) => body.replaceAll(/[^\n]/g, '_'))
  const found: { text: string; start: number }[] = []
  let start = 0
  for (const part of blanked.split(';')) {
    found.push({ text: part, start })
    start += part.length + 1
  }
  return found
}
