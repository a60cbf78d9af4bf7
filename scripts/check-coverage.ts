// `npm test` runs this: every row of the lists below names what shows it, and that exists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asvsProblems, asvsRows } from './asvs.ts'
import requirements from './asvs-requirements.json' with { type: 'json' }
import { casesProblems, casesRows } from './cases-coverage.ts'
import { ROOT, say } from './project.ts'
import { coverageProblems, rowsOf } from './spec-coverage.ts'

function read(path: string): string | null {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const lists = {
  'docs/spec-coverage.md': (text: string) => ({
    rows: rowsOf(text).length,
    problems: coverageProblems(text, read),
  }),
  'docs/cases-coverage.md': (text: string) => ({
    rows: casesRows(text).length,
    problems: casesProblems(text, read),
  }),
  'docs/asvs.md': (text: string) => ({
    rows: asvsRows(text).length,
    problems: asvsProblems(text, requirements, read),
  }),
}

for (const [list, check] of Object.entries(lists)) {
  const text = read(list)
  const { rows, problems } = text === null ? { rows: 0, problems: ['does not exist'] } : check(text)
  for (const problem of problems) say(`${list}: ${problem}`)
  if (problems.length > 0) process.exitCode = 1
  else say(`${list}: ${rows} rows, each with what shows it`)
}
