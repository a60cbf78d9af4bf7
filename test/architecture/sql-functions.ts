// Reads the functions of the database, and says where they are defined.
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

/**
 * A function is defined once: in a file of its name, or with others in the file of their topic,
 * which has the name of none of them.
 */
export const functionsHaveTheirFile: Rule = (files) => {
  const defined = files
    .filter(({ path }) => /^database\/(?!migrations\/).*\.sql$/.test(path))
    .flatMap((file) =>
      [...file.text.matchAll(FUNCTION)].map(({ index, 1: name = '' }) => ({ file, index, name })),
    )
  return defined.flatMap(({ file, index, name }) => {
    const own = FILE.exec(file.path)?.[1]
    const names = new Set(defined.filter((each) => each.file === file).map((each) => each.name))
    const isTopic = own && names.size > 1 && !names.has(own)
    if (!isTopic && own !== name) return [violation(file, index, `belongs into ${name}.sql`)]
    const other = defined.find((each) => each.name === name && each.file !== file)
    return other ? [violation(file, index, `is also defined in ${other.file.path}`)] : []
  })
}

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
