// Reads the functions of the database, which have one file each.
import { type Rule, type SourceFile, violation } from './source.ts'

/** Views of a module that other modules may write to. */
export const OPEN_VIEWS: ReadonlySet<string> = new Set(['new_jobs', 'new_idempotency_keys'])

export type SqlFunction = {
  name: string
  file: SourceFile
  /** Position in the file at which the body starts. */
  start: number
  body: string
}

const FILE = /^database\/functions\/[a-z]+\/([a-z_]+)\.sql$/
const FUNCTION = /^create (?:or replace )?function ([a-z_]+)/gm
const BODY = /\$\$[\s\S]*?\$\$/

/** Returns every function with a quoted body, without comments. */
export function sqlFunctions(files: readonly SourceFile[]): SqlFunction[] {
  return files
    .filter(({ path }) => FILE.test(path))
    .flatMap((file) => {
      const text = file.text.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length))
      const found = [...text.matchAll(FUNCTION)]
      return found.flatMap(({ index, 1: name = '' }, row): SqlFunction[] => {
        // A function of one expression has no quoted body.
        const body = BODY.exec(text.slice(index, found[row + 1]?.index))
        return body ? [{ name, file, start: index + body.index, body: body[0] }] : []
      })
    })
}

/** A function is defined in a file of its name, so that its current definition is easy to find. */
export const functionsHaveTheirFile: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('database/') && path.endsWith('.sql'))
    .flatMap((file) => {
      const own = FILE.exec(file.path)?.[1]
      return [...file.text.matchAll(FUNCTION)]
        .filter(([, name]) => name !== own && !file.path.startsWith('database/migrations/'))
        .map(({ index, 1: name }) => violation(file, index, `belongs into ${name}.sql`))
    })

const FUNCTION_LINES = 70

/** Functions that may exceed the limit of lines, with the reason. */
const LONG: Record<string, string> = {
  cancel_bookings: 'one statement for all calls: each further statement costs as much as its work',
  change_segment: 'moves money and seats in one order of locks',
  ledger_end_holds: 'one statement for all calls, proved by the ledger property tests',
  ledger_return_fare: 'three movements that succeed or fail together',
  ledger_verify: 'the checks of the verifier, read in one place',
}

export const sqlFunctionsAreShort: Rule = (files) => {
  const long = sqlFunctions(files).flatMap((each) => {
    const lines = each.body.split('\n').length
    return lines > FUNCTION_LINES ? [{ ...each, lines }] : []
  })
  return long
    .filter(({ name }) => LONG[name] === undefined)
    .map(({ file, start, lines }) =>
      violation(file, start, `a function of ${lines} lines, at most ${FUNCTION_LINES}`),
    )
}
