// Tables in docs/ with the evidence for each requirement. `npm test` checks that each row has a
// test or a reason, and that the column of tests matches the tags in the tests (coverage-tags.ts).
// `npm run docs:coverage` rewrites that column.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ASVS_ROWS, asvsProblems, asvsRows } from './asvs.ts'
import requirements from './asvs-requirements.json' with { type: 'json' }
import { CASE_ROWS, casesProblems, casesRows } from './cases-coverage.ts'
import { collectTags, readTests } from './coverage-tags.ts'
import { withTests } from './evidence.ts'
import { ROOT, say } from './project.ts'
import { coverageProblems, rowsOf, SPEC_ROWS } from './spec-coverage.ts'

const { write } = parseArgs({ options: { write: { type: 'boolean' } } }).values
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
