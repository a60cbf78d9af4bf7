// `npm test` runs this: every row of docs/spec-coverage.md names a test or a decision that exists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, say } from './project.ts'
import { coverageProblems, rowsOf } from './spec-coverage.ts'

const LIST = 'docs/spec-coverage.md'

function read(path: string): string | null {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const list = read(LIST)
const problems = list === null ? [`${LIST} does not exist`] : coverageProblems(list, read)
for (const problem of problems) say(`${LIST}: ${problem}`)
if (problems.length > 0) process.exitCode = 1
else say(`${LIST}: ${rowsOf(list ?? '').length} rows, each with a test or a decision`)
