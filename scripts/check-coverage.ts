import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ASVS_ROWS, asvsProblems, asvsRows } from './asvs.ts'
import requirements from './asvs-requirements.json' with { type: 'json' }
import { CASE_ROWS, casesProblems, casesRows } from './cases-coverage.ts'
import { collectTags, readTests } from './coverage-tags.ts'
import { deniedCallProblems, tableRows, withTests } from './evidence.ts'
import { ROOT, say } from './project.ts'
import { coverageProblems, rowsOf, SPEC_ROWS } from './spec-coverage.ts'

const { write } = readCommand({
  call: 'npm run docs:coverage',
  about:
    'Checks the tables of docs/ that say what shows a requirement: each row is shown by a test ' +
    'or says why not, and the column of tests is what the tags in the tests say ' +
    '(scripts/coverage-tags.ts).',
  options: { write: { type: 'boolean', about: 'write that column anew' } },
  exits: { 1: 'a row shows nothing, or the column is stale' },
}).values

const { tags, files, problems: badTags } = collectTags(readTests())

function read(path: string): string | null {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const lists = {
  'docs/spec-coverage.md': {
    table: SPEC_ROWS,
    ids: (text: string) => rowsOf(text).map(({ id }) => id),
    problems: (text: string) => coverageProblems(text, files, read),
  },
  'docs/cases-coverage.md': {
    table: CASE_ROWS,
    ids: (text: string) => casesRows(text).map(({ id }) => id),
    problems: (text: string) => casesProblems(text, files, read),
  },
  'docs/asvs.md': {
    table: ASVS_ROWS,
    ids: (text: string) => asvsRows(text).map(({ id }) => id),
    problems: (text: string) => asvsProblems(text, requirements, { tagged: files, read }),
  },
}

function refuse(problems: readonly string[]): void {
  for (const problem of problems) say(problem)
  if (problems.length > 0) process.exitCode = 1
}

/** Rows of decision 64 that speak of calls which are not built. */
const NOT_BUILT = 'docs/decisions/0064-what-we-do-not-build-yet.md'
const denied = tableRows(read(NOT_BUILT) ?? '').map(({ cells: [what = ''] }) => what)
refuse(
  denied
    .filter((what) => /\bas (a )?calls?\b/.test(what))
    .flatMap(deniedCallProblems)
    .map((problem) => `${NOT_BUILT}: ${problem}`),
)

const known = new Set<string>()
for (const [list, { table, ids, problems }] of Object.entries(lists)) {
  const text = read(list) ?? ''
  const fresh = withTests(text, table, files)
  if (write && fresh !== text) writeFileSync(join(ROOT, list), fresh)
  const stale = !write && fresh !== text ? ['is stale: npm run docs:coverage'] : []
  const found = [...problems(fresh), ...stale].map((problem) => `${list}: ${problem}`)
  refuse(found)
  for (const id of ids(text)) known.add(id)
  if (found.length === 0) say(`${list}: ${ids(text).length} rows, each with what shows it`)
}
const strange = tags.filter(({ id }) => !known.has(id))
refuse([
  ...badTags,
  ...strange.map(({ id, path, line }) => `${path}:${line} ${id} is no row of any table`),
])
