import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ensureWebBuilt } from './build-web.ts'
import {
  compareRuns,
  type Failure,
  FLAKY_MAX,
  failuresOf,
  flakyLines,
  type ReportedFile,
} from './flaky-tests.ts'
import { ROOT, runNode, runVitest, say } from './project.ts'

interface Outcome {
  passed: number
  failed: number
}

interface Step {
  name: string
  /** `print` receives what the step prints; without it the step prints by itself. */
  run: (print?: Print) => Promise<Outcome>
}

type Print = (text: string) => void

interface VitestReport {
  numPassedTests: number
  testResults: ReportedFile[]
}

/** The steps of `--changed`. */
const QUICK = ['types', 'lint', 'schema', 'unit', 'db']

/** Steps without tests: they run in parallel, and each prints when it has ended. */
const checks: Step[] = [
  { name: 'build', run: (print) => single(build(print)) },
  { name: 'types', run: (print) => single(checkTypes(print)) },
  { name: 'lint', run: (print) => single(lint(print)) },
  {
    name: 'schema',
    run: (print) => single(runNode(['scripts/db-types.ts', '--check'], {}, print)),
  },
  { name: 'sizes', run: (print) => single(sizes(print)) },
]

/** Projects of Vitest in the order of their runs; those of one run share its workers. */
const RUNS = [['unit'], ['db', 'race'], ['e2e']]
const STEPS = [...checks.map(({ name }) => name), ...RUNS.flat()]

const {
  positionals,
  values: { changed, shard },
  refuse,
} = readCommand({
  call: 'npm test -- [step …]',
  about:
    'Checks everything that must hold, or only these steps; goes on after a failure. ' +
    'The last line reads "N passed, N failed".',
  details: `Steps: ${STEPS.join(' ')}`,
  args: [0, Number.POSITIVE_INFINITY],
  options: {
    changed: {
      type: 'boolean',
      about: 'no browser, no races; only tests that import a file changed since the last commit',
    },
    shard: { type: 'string', about: 'a part of the test files, as 1/3: for several machines' },
  },
  exits: { 1: 'something failed' },
})
const unknown = positionals.filter((name) => !STEPS.includes(name))
if (unknown.length > 0) refuse(`No such step: ${unknown.join(', ')}`)

const reports = mkdtempSync(join(tmpdir(), 'cupo-reports-'))

function bin(path: string): string {
  return join('node_modules', path)
}

/** Outcome of a step that is not a list of tests: it counts as one test. */
async function single(exitCode: Promise<number>): Promise<Outcome> {
  return (await exitCode) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function checkTypes(print?: Print): Promise<number> {
  const code = await runNode([bin('@react-router/dev/bin.cjs'), 'typegen'], {}, print)
  return code || runNode([bin('typescript/bin/tsc'), '-p', '.', '--noEmit'], {}, print)
}

/** Runs Biome, then the search for unused code (knip.config.ts). */
async function lint(print?: Print): Promise<number> {
  const code = await runNode([bin('@biomejs/biome/bin/biome'), 'ci', ROOT], {}, print)
  return (await runNode([bin('knip/bin/knip.js'), '--no-progress'], {}, print)) || code
}

/** Resolves when the web is built; `sizes` measures what this run has built. */
let built: Promise<unknown> = Promise.resolve()

async function build(print?: Print): Promise<number> {
  built = ensureWebBuilt(print)
  await built
  return 0
}

async function sizes(print?: Print): Promise<number> {
  await built
  const code = await runNode(['scripts/check-sizes.ts'], {}, print)
  return (await runNode(['scripts/check-browsers.ts'], {}, print)) || code
}

/** Counts and failures of one run of Vitest. */
interface Run extends Outcome {
  failures: Failure[]
}

/**
 * Runs projects of Vitest together. In CI the files of failed browser tests run once more: the
 * tests of a file share a site, so a test alone would meet what its first try left there.
 */
async function vitest(projects: string[]): Promise<Outcome> {
  const first = await runProjects(projects, shard ? ['--shard', shard] : [])
  const { failures } = first
  const isFew = failures.length > 0 && failures.length <= FLAKY_MAX
  if (!process.env.CI || !projects.includes('e2e') || !isFew) return first
  const second = await runProjects(projects, [...new Set(failures.map(({ file }) => file))])
  const isCrash = second.failed > 0 && second.failures.length === 0
  const { failing, flaky } = compareRuns(failures, isCrash ? failures : second.failures)
  for (const line of flakyLines(flaky)) say(line)
  const tooFlaky = flaky.length > FLAKY_MAX ? 1 : 0
  const all = first.passed + first.failed
  return { passed: all - failing.length, failed: failing.length + tooFlaky }
}

/** Runs Vitest once; `more` are files or options. */
async function runProjects(projects: string[], more: string[]): Promise<Run> {
  const file = join(reports, `${projects.join('-')}.json`)
  rmSync(file, { force: true })
  const args = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  args.push(...projects.flatMap((name) => ['--project', name]), ...more)
  if (changed) args.push('--changed', '--passWithNoTests')
  const code = await runVitest(args)
  const counted = countTests(file)
  // A crash outside the tests (global setup, an unhandled rejection) is a failure too.
  if (code !== 0 && counted.failed === 0) return { ...counted, failed: 1 }
  return counted
}

function countTests(file: string): Run {
  let report: VitestReport
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, failures: [] }
  }
  const failures = failuresOf(report.testResults)
  return { passed: report.numPassedTests, failed: failures.length, failures }
}

const lines: string[] = []
const total: Outcome = { passed: 0, failed: 0 }

/** Runs a step, and adds its line and its counts to the summary. */
async function count(name: string, run: () => Promise<Outcome>): Promise<void> {
  const start = performance.now()
  const outcome = await run().catch((error: unknown) => {
    say(String(error))
    return { passed: 0, failed: 1 }
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  total.passed += outcome.passed
  total.failed += outcome.failed
  const mark = outcome.failed > 0 ? 'FAIL' : 'ok'
  const counts = `${outcome.passed} passed, ${outcome.failed} failed`
  lines.push(`${mark.padEnd(5)}${name.padEnd(8)}${seconds.padStart(7)} s   ${counts}`)
}

function title(name: string): void {
  say(`\n── ${name}`)
}

/** Runs checks in parallel; the output of each is printed as a whole. */
async function runChecks(chosen: Step[]): Promise<void> {
  const [only] = chosen
  if (!only) return
  if (chosen.length === 1) {
    title(only.name)
    await count(only.name, () => only.run())
    return
  }
  const each = chosen.map(async ({ name, run }) => {
    let printed = ''
    await count(name, () => run((text) => (printed += text)))
    title(name)
    say(printed.trimEnd())
  })
  await Promise.all(each)
}

async function main(): Promise<void> {
  if (!process.stdout.isTTY) process.env.NO_COLOR = '1' // Inherited by every step.
  const wanted = [...positionals, ...(changed ? QUICK : [])]
  const isChosen = (name: string) => wanted.length === 0 || wanted.includes(name)
  await runChecks(checks.filter(({ name }) => isChosen(name)))
  for (const projects of RUNS.map((run) => run.filter(isChosen))) {
    if (projects.length === 0) continue
    const name = projects.join(' ')
    title(name)
    await count(name, () => vitest(projects))
  }
  rmSync(reports, { recursive: true, force: true })
  say(`\n${lines.join('\n')}\n`)
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

await main()
