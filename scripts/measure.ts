// Counts the code of this project. The figures of docs/size.md come from here.
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { readCommand } from '#server/platform/command.ts'
import {
  importsOf,
  isCode,
  isTest,
  readProject,
  type SourceFile,
} from '#test/architecture/source.ts'
import { ROOT, say } from './project.ts'

readCommand({
  call: 'npm run measure',
  about: 'Prints the size of the code as tables in Markdown: lines, modules, small files, levels.',
})

const AREAS = ['server', 'web', 'contract', 'database', 'sandbox', 'scripts', 'ops', 'bench']
/** A file below this number of lines, with comments and blank lines, counts as small. */
const SMALL_LINES = 15
/** Made by commands, or kept as an older release was. */
const GENERATED = /schema\.generated|^database\/releases\/|\.json$|\.md$|base-map/
const BOOKINGS = /^server\/modules\/travel\/bookings\//

const files = readProject(ROOT).filter(({ path }) => !GENERATED.test(path))
const production = files.filter((file) => !isTest(file))

function areaOf({ path }: SourceFile): string {
  return path.slice(0, path.indexOf('/'))
}

/** Lines that are neither blank nor comment only. */
function codeLines(file: SourceFile): number {
  return withoutComments(file)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function withoutComments(file: SourceFile): string {
  if (file.path.endsWith('.sql')) return file.text.replace(/^\s*--.*$/gm, '')
  if (!isCode(file)) return file.text.replace(/\/\*[\s\S]*?\*\//g, '')
  let rest = ''
  let at = 0
  for (const { start, end } of parseSync(posix.basename(file.path), file.text).comments) {
    // A comment of JSX has braces of its own.
    const inBraces = file.text[start - 1] === '{' && file.text[end] === '}'
    rest += file.text.slice(at, inBraces ? start - 1 : start)
    at = inBraces ? end + 1 : end
  }
  return rest + file.text.slice(at)
}

/** Longest way from file to file inside one folder; 1 when no file imports another. */
function levels(inside: SourceFile[]): number {
  const byPath = new Map(inside.map((file) => [file.path, file]))
  const known = new Map<string, number>()
  const levelOf = (file: SourceFile): number => {
    const counted = known.get(file.path)
    if (counted) return counted
    known.set(file.path, 1)
    const below = importsOf(file).flatMap(({ target }) => byPath.get(target ?? '') ?? [])
    const level = 1 + Math.max(0, ...below.map(levelOf))
    known.set(file.path, level)
    return level
  }
  return Math.max(0, ...inside.map(levelOf))
}

function table(head: string[], rows: (string | number)[][]): void {
  const line = (cells: (string | number)[]) =>
    `| ${cells.map((cell) => cell.toLocaleString('en')).join(' | ')} |`
  say([line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'))
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
const rows = AREAS.map((area) => {
  const own = production.filter((file) => areaOf(file) === area)
  return [area, own.length, sum(own.map(codeLines))] as const
})
const tests = files.filter(isTest)
table(
  ['area', 'files', 'lines of code'],
  [
    ...rows.map((row) => [...row]),
    ['all of them', sum(rows.map((row) => row[1])), sum(rows.map((row) => row[2]))],
    ['tests', tests.length, sum(tests.map(codeLines))],
  ],
)
say('')

const ofServer = production.filter((file) => /^server\/modules\//.test(file.path))
const modules = new Set(ofServer.map(({ path }) => path.split('/').slice(0, 4).join('/')))
const small = ofServer.filter(({ text }) => text.split('\n').length - 1 < SMALL_LINES)
const documents = readProject(ROOT).filter(({ path }) => path.endsWith('.md'))
const words = sum(documents.map(({ text }) => text.split(/\s+/).filter(Boolean).length))
const bookings = production.filter((file) => isCode(file) && BOOKINGS.test(file.path))
const isDecision = ({ path }: SourceFile) => /^docs\/decisions\/\d/.test(path)
table(
  ['structure', 'count'],
  [
    ['modules of the server', modules.size],
    [`files of modules under ${SMALL_LINES} lines`, small.length],
    ['files of bookings', bookings.length],
    ['levels of imports in bookings', levels(bookings)],
    ['decisions', documents.filter(isDecision).length],
    ['words of Markdown', words],
  ],
)
