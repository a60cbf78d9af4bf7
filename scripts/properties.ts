import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ensureWebBuilt } from './build-web.ts'
import { ROOT, runVitest } from './project.ts'

const { values, refuse } = readCommand({
  call: 'npm run properties -- [--once | --histories 10000]',
  about:
    'Runs the tests of properties (fast-check) with all their runs, and kills a process at each ' +
    'statement. In `npm test` each property has a few seconds, and each commit three kills.',
  options: {
    once: { type: 'boolean', about: 'make one run of each property, as on a very slow machine' },
    histories: {
      type: 'string',
      about:
        'only histories of the company, connections, rescues, lists and road stops: so many, ' +
        'and 200 kills',
    },
  },
  exits: { 1: 'a property does not hold' },
})

const { once, histories } = values
if (histories !== undefined && !/^[1-9]\d*$/.test(histories)) {
  refuse(`--histories is a number of histories, not ${histories}`)
}

const tests = globSync('{contract,server,web,sandbox,scripts,test}/**/*.test.{ts,tsx}', {
  cwd: ROOT,
  exclude: ['test/property-budget.test.ts'],
})
const withHistories = /\bHISTORIES\b[^}]*\} from '#test\/property-budget|import \{ killEach \}/
const withMoreRuns = /from 'fast-check'|import \{ kill(Each|Points) \}/
const wanted = tests.filter((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return (histories ? withHistories : withMoreRuns).test(text)
})
if (!histories) await ensureWebBuilt()
// Tests without a database have another number of workers, which one run of Vitest cannot mix.
for (const names of histories ? [['db', 'race']] : [['unit'], ['db', 'race']]) {
  const projects = names.flatMap((name) => ['--project', name])
  const code = await runVitest([...projects, ...wanted], {
    PROPERTIES: once ? 'once' : 'all',
    ...(histories && { HISTORIES: histories }),
  })
  process.exitCode = Math.max(code, Number(process.exitCode ?? 0))
}
