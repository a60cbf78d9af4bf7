import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ensureWebBuilt } from './build-web.ts'
import { FLAKY_MAX, flakyLines, flakyTests, type ReportedTest } from './flaky-tests.ts'
import { ROOT, runNode, say } from './project.ts'

interface Outcome {
  passed: number
  failed: number
}

interface Step {
  name: string
  run: () => Promise<Outcome>
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: ReportedTest[] }[]
}

/** The steps of `--changed`. */
const QUICK = ['types', 'lint', 'schema', 'spec', 'unit', 'db']

const steps: Step[] = [
  { name: 'types', run: () => single(checkTypes()) },
  { name: 'lint', run: () => single(lint()) },
  { name: 'schema', run: () => single(runNode(['scripts/db-types.ts', '--check'])) },
  { name: 'spec', run: () => single(runNode(['scripts/check-coverage.ts'])) },
  { name: 'build', run: () => single(build()) },
  { name: 'sizes', run: () => single(runNode(['scripts/check-sizes.ts'])) },
  ...['unit', 'db', 'race', 'e2e'].map((name) => ({ name, run: () => vitest(name) })),
]

const {
  positionals,
  values: { changed },
  refuse,
} = readCommand({
  call: 'npm test -- [step …]',
  about:
    'Checks everything that must hold, or only these steps, in order; goes on after a failure. ' +
    'The last line reads "N passed, N failed".',
  details: `Steps: ${steps.map(({ name }) => name).join(' ')}`,
  args: [0, Number.POSITIVE_INFINITY],
  options: {
    changed: {
      type: 'boolean',
      about: 'no browser, no races; only tests that import a file changed since the last commit',
    },
  },
  exits: { 1: 'something failed' },
})
const unknown = positionals.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) refuse(`No such step: ${unknown.join(', ')}`)

const reports = mkdtempSync(join(tmpdir(), 'cupo-reports-'))

function bin(path: string): string {
  return join('node_modules', path)
}

/** Outcome of a step that is not a list of tests: it counts as one test. */
async function single(exitCode: Promise<number>): Promise<Outcome> {
  return (await exitCode) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function checkTypes(): Promise<number> {
  const code = await runNode([bin('@react-router/dev/bin.cjs'), 'typegen'])
  return code || runNode([bin('typescript/bin/tsc'), '-p', '.', '--noEmit'])
}

/** Runs Biome, then the search for unused code (knip.config.ts). */
async function lint(): Promise<number> {
  const code = await runNode([bin('@biomejs/biome/bin/biome'), 'ci', ROOT])
  return (await runNode([bin('knip/bin/knip.js'), '--no-progress'])) || code
}

async function build(): Promise<number> {
  await ensureWebBuilt()
  return 0
}

async function vitest(project: string): Promise<Outcome> {
  const file = join(reports, `${project}.json`)
  const args = ['run', '--project', project, '--reporter=default', '--reporter=json']
  if (changed) args.push('--changed', '--passWithNoTests')
  const code = await runNode([bin('vitest/vitest.mjs'), ...args, `--outputFile.json=${file}`])
  const counted = countTests(file)
  // A crash outside the tests (global setup, an unhandled rejection) is a failure too.
  if (code !== 0 && counted.failed === 0) return { ...counted, failed: 1 }
  return counted
}

function countTests(file: string): Outcome {
  let report: VitestReport
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1 }
  }
  const broken = report.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  )
  const flaky = flakyTests(report.testResults.flatMap((result) => result.assertionResults))
  for (const line of flakyLines(flaky)) say(line)
  const tooFlaky = flaky.length > FLAKY_MAX ? 1 : 0
  const failed = report.numFailedTests + broken.length + tooFlaky
  return { passed: report.numPassedTests, failed }
}

async function runStep(step: Step): Promise<Outcome> {
  say(`\n── ${step.name}`)
  try {
    return await step.run()
  } catch (error) {
    say(String(error))
    return { passed: 0, failed: 1 }
  }
}

async function main(): Promise<void> {
  if (!process.stdout.isTTY) process.env.NO_COLOR = '1' // Inherited by every step.
  const wanted = [...positionals, ...(changed ? QUICK : [])]
  const chosen = steps.filter((step) => wanted.length === 0 || wanted.includes(step.name))
  const lines: string[] = []
  const total: Outcome = { passed: 0, failed: 0 }
  for (const step of chosen) {
    const start = performance.now()
    const outcome = await runStep(step)
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    total.passed += outcome.passed
    total.failed += outcome.failed
    const mark = outcome.failed > 0 ? 'FAIL' : 'ok'
    const counts = `${outcome.passed} passed, ${outcome.failed} failed`
    lines.push(`${mark.padEnd(5)}${step.name.padEnd(8)}${seconds.padStart(7)} s   ${counts}`)
  }
  rmSync(reports, { recursive: true, force: true })
  say(`\n${lines.join('\n')}\n`)
  say(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

await main()
