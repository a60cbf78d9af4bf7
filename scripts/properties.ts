import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ensureWebBuilt } from './build-web.ts'
import { ROOT, runNode } from './project.ts'

readCommand({
  call: 'npm run properties',
  about:
    'Runs the tests of properties (fast-check) with all their runs. In `npm test` each property ' +
    'has a few seconds.',
  exits: { 1: 'a property does not hold' },
})

const tests = globSync('{contract,server,web,sandbox,scripts,test}/**/*.test.{ts,tsx}', {
  cwd: ROOT,
})
const withProperties = tests.filter((file) =>
  readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'"),
)
await ensureWebBuilt()
const program = join('node_modules', 'vitest/vitest.mjs')
const projects = ['unit', 'db', 'race'].flatMap((name) => ['--project', name])
process.exitCode = await runNode([program, 'run', ...projects, ...withProperties], {
  PROPERTIES: 'all',
})
