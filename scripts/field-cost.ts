import { execFileSync } from 'node:child_process'
import { readCommand } from '#server/platform/command.ts'
import { say } from './project.ts'

const {
  positionals: [range = 'main...HEAD'],
} = readCommand({
  call: 'node scripts/field-cost.ts [range of commits]',
  about:
    'Lists the files that a change edits by hand: without tests, and without what a script writes.',
  args: [0, 1],
})

const TESTS = [':!test', ':!bench', ':!**/*.test.ts', ':!**/*.test.tsx', ':!**/*.e2e.ts']
const WRITTEN = [
  ':!contract/openapi.json',
  ':!**/*.generated.ts',
  ':!docs/*.md',
  ':!database/grants.sql',
]

const paths = [...TESTS, ...WRITTEN, ':!scripts/openapi/examples.json']
const found = execFileSync('git', ['diff', '--name-only', range, '--', '.', ...paths])
const files = String(found).split('\n').filter(Boolean)
for (const file of files) say(file)
say(`${files.length} files`)
