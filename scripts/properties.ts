import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ensureWebBuilt } from './build-web.ts'
import { ROOT, runNode } from './project.ts'

const { values } = readCommand({
  call: 'npm run properties -- [--once]',
  about:
    'Runs the tests of properties (fast-check) with all their runs. In `npm test` each property ' +
    'has a few seconds.',
  options: {
    once: { type: 'boolean', about: 'make one run of each property, as on a very slow machine' },
  },
  exits: { 1: 'a property does not hold' },
})

const tests = globSync('{contract,server,web,sandbox,scripts,test}/**/*.test.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['test/property-budget.test.ts'],
})
const withProperties = tests.filter((file) =>
  readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'"),
)
await ensureWebBuilt()
const program = join('node_modules', 'vitest/vitest.mjs')
// Tests without a database have another number of workers, which one run of Vitest cannot mix.
for (const names of [['unit'], ['db', 'race']]) {
  const projects = names.flatMap((name) => ['--project', name])
  const code = await runNode([program, 'run', ...projects, ...withProperties], {
    PROPERTIES: values.once ? 'once' : 'all',
  })
  process.exitCode = Math.max(code, Number(process.exitCode ?? 0))
}
