// Checks that commands, files and documents named in a document exist.
import { posix } from 'node:path'
import {
  isTest,
  lineCount,
  type Rule,
  type SourceFile,
  type Violation,
  violation,
} from './source.ts'

const COMMAND = /\bnpm (?:run ([a-z][\w:-]*)|(start|test)\b)/g

/** Every `npm run x` in a document exists in package.json. */
export const documentedCommandsExist: Rule = (files) => {
  const manifest = files.find((file) => file.path === 'package.json')
  const scripts: Record<string, string> = manifest ? JSON.parse(manifest.text).scripts : {}
  return files.filter(isDocument).flatMap((file) => unknownCommands(file, scripts))
}

function isDocument(file: SourceFile): boolean {
  return file.path.endsWith('.md')
}

function unknownCommands(file: SourceFile, scripts: Record<string, string>): Violation[] {
  return file.text.split('\n').flatMap((text, index) =>
    [...text.matchAll(COMMAND)]
      .map(([, named, builtIn]) => named ?? builtIn ?? '')
      .filter((name) => !(name in scripts))
      .map((name) => ({
        path: file.path,
        line: index + 1,
        message: `npm run ${name} does not exist`,
      })),
  )
}

/**
 * Forms of citations: `ledger.md`, `docs/decisions/0019`, `decision 19`, `decisions 1, 2 and 3`,
 * and a title with a section: `GUIDE §2`.
 */
const FORMS = [
  /(?<file>[\w./-]*\w\.md)\b/,
  /decisions\/(?<page>\d{4})\b/,
  /\bdecisions? (?<numbers>\d+(?:(?:, | and | or )\d+)*)\b/,
  /\b(?<title>[A-Z]{4,}) ?§/,
]
const CITED = new RegExp(FORMS.map(({ source }) => source).join('|'), 'g')

/** Every cited document is in the repository. */
export const citedDocumentsExist: Rule = (files) => {
  const documents = files.filter(isDocument).map(({ path }) => path)
  return files
    .filter((file) => !isTest(file) && !file.path.endsWith('.json'))
    .flatMap((file) =>
      [...file.text.matchAll(CITED)]
        .filter(({ groups }) => !isThere(documents, file, groups ?? {}))
        .map(({ 0: cited, index }) => violation(file, index, `${cited} is not in the repository`)),
    )
}

function isThere(
  documents: readonly string[],
  { path }: SourceFile,
  { file, page, numbers, title }: Record<string, string | undefined>,
): boolean {
  const decisions = (page ?? numbers)?.match(/\d+/g)
  if (decisions) return decisions.every((each) => documents.some(isDecision(each)))
  const name = file ?? `${title}.md`
  const places = [posix.join(posix.dirname(path), name), name, posix.join('docs', name)]
  return places.some((each) => documents.includes(each))
}

/** Whether a path is the record of a decision, whose number may have fewer digits. */
function isDecision(number: string): (path: string) => boolean {
  return (path) => path.startsWith(`docs/decisions/${number.padStart(4, '0')}-`)
}

const RECORD = /^docs\/decisions\/((\d{4})-[a-z0-9-]+\.md)$/
const INDEX = 'docs/decisions/README.md'

/** Longest record of a decision, in lines. */
const RECORD_LINES = 60

/**
 * Records of decisions are numbered from 1 without a hole, have their number in the title and at
 * most `RECORD_LINES` lines, and stand once in the list of their folder, in that order.
 */
export const decisionsAreListed: Rule = (files) => {
  const records = files.filter(({ path }) => RECORD.test(path)).sort(byPath)
  const wrong = records.flatMap((file, at) => {
    const number = Number(RECORD.exec(file.path)?.[2])
    const titled = file.text.startsWith(`# ${number}. `)
    return [
      ...(number === at + 1 ? [] : [violation(file, 0, `number ${at + 1} was expected`)]),
      ...(titled ? [] : [violation(file, 0, `the title does not begin with "# ${number}. "`)]),
      ...(lineCount(file.text) > RECORD_LINES ? [violation(file, 0, 'has too many lines')] : []),
    ]
  })
  const index = files.find(({ path }) => path === INDEX)
  const listed = index?.text.match(/^\d+\. .*$/gm) ?? []
  const isListed = listed.join('\n') === records.map(lineOf).join('\n')
  if (isListed) return wrong
  return [...wrong, { path: INDEX, line: 1, message: 'does not list the records in order' }]
}

function byPath(a: SourceFile, b: SourceFile): number {
  return a.path < b.path ? -1 : 1
}

/** Line of a record in the list of decisions. */
function lineOf({ path, text }: SourceFile): string {
  const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
  return `${number}. [${title}](${RECORD.exec(path)?.[1]})`
}

/** The end of a path, in code: `\`bookings/booking.ts\``. */
const NAMED_FILE = /`([\w@.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|sql|css))`/g

/** Every file named in a document exists, so that no page describes deleted code. */
export const documentedFilesExist: Rule = (files) => {
  const paths = files.map(({ path }) => `/${path}`)
  return files
    .filter(isDocument)
    .flatMap((file) =>
      [...file.text.matchAll(NAMED_FILE)]
        .filter(([, name]) => !paths.some((path) => path.endsWith(`/${name}`)))
        .map(({ 1: name, index }) => violation(file, index, `${name} does not exist`)),
    )
}

/** A step of a walk in ARCHITECTURE.md: `* \`path\`: \`symbol\`, \`symbol\` …`. */
const STEP = /^\* `([\w./-]+\/[\w.-]+)`: (.+)$/

/**
 * Each step of a walk in ARCHITECTURE.md names an existing file that contains the named symbols.
 */
export const walksLeadSomewhere: Rule = (files) => {
  const map = files.find(({ path }) => path === 'ARCHITECTURE.md')
  return (map?.text ?? '').split('\n').flatMap((text, index) => {
    const [, path = '', rest = ''] = STEP.exec(text) ?? []
    if (path === '') return []
    return missingIn(files, path, namedIn(rest)).map((message) => ({
      path: 'ARCHITECTURE.md',
      line: index + 1,
      message,
    }))
  })
}

/** Names to find in the file: the names in code, up to the first full stop of the step. */
function namedIn(rest: string): string[] {
  const [names = ''] = rest.split(/\.(?:\s|$)/)
  return [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')
}

function missingIn(files: readonly SourceFile[], path: string, names: string[]): string[] {
  const file = files.find((each) => each.path === path)
  if (!file) return [`${path} does not exist`]
  return names.filter((name) => !file.text.includes(name)).map((name) => `${path} has no ${name}`)
}

/**
 * Row of a module: `| layer | \`module\` | what it does |`; only the first of a layer names the
 * layer.
 */
const MODULE_ROW = /^\| ([a-z]*) ?\| `([a-z-]+)` \| [^|]+\|$/

/** ARCHITECTURE.md has one sentence for each module, in the section of its layer. */
export const architectureListsTheModules: Rule = (files) => {
  const map = files.find(({ path }) => path === 'ARCHITECTURE.md')
  if (!map) return []
  const modules = new Set(files.flatMap(({ path }) => MODULE.exec(path)?.[1] ?? []))
  const listed = listedModules(map.text)
  const gone = listed.filter(({ module }) => !modules.has(module))
  const missing = [...modules].filter((module) => !listed.some((each) => each.module === module))
  return [
    ...gone.map(({ module, line }) => ({
      path: map.path,
      line,
      message: `${module} does not exist`,
    })),
    ...missing.map((module) => ({ path: map.path, line: 1, message: `${module} is not listed` })),
  ]
}

const MODULE = /^server\/modules\/([a-z]+\/[a-z-]+)\//

function listedModules(text: string): { module: string; line: number }[] {
  let layer = ''
  return text.split('\n').flatMap((row, index) => {
    const [, named, module] = MODULE_ROW.exec(row) ?? []
    layer = named || layer
    return module ? [{ module: `${layer}/${module}`, line: index + 1 }] : []
  })
}
