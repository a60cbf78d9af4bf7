import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { engines } from '#test/engines/engines.ts'
import { type EngineRun, exitCodeOf, lineOf } from '#test/engines/report.ts'
import { ensureWebBuilt } from './build-web.ts'
import { runVitest, say } from './project.ts'

const PACKAGES = 'webkit2gtk-driver xvfb firefox-esr'
const NAMES = Object.keys(engines) as (keyof typeof engines)[]

const { positionals, refuse } = readCommand({
  call: 'npm run e2e:engines -- [webkit|firefox]',
  about:
    'Plays the ten main journeys in WebKit and in Firefox, or in one of them. `npm test` knows ' +
    'Chromium only: this runs each night and before a release. One line per engine at the end.',
  details: `Needs the packages of Debian 12 or newer:\n  apt-get install ${PACKAGES}`,
  args: [0, 1],
  exits: {
    1: 'a journey failed',
    2: 'called with wrong arguments, or a package is missing',
    3: 'an engine or its driver failed, and no journey did',
  },
})
const chosen = NAMES.filter((name) => positionals.length === 0 || positionals.includes(name))
if (chosen.length === 0) refuse(`No such engine: ${positionals[0]}`)

const missing = chosen.flatMap((name) => engines[name].missing())
if (missing.length > 0) {
  process.stderr.write(`Missing: ${missing.join(', ')}\n  apt-get install ${missing.join(' ')}\n`)
  process.exit(2)
}

const reports = mkdtempSync(join(tmpdir(), 'cupo-engines-'))

/** Plays the journeys in one engine, and reads their report. */
async function play(engine: keyof typeof engines): Promise<EngineRun> {
  const file = join(reports, `${engine}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
  await runVitest(['--project', 'engines', ...reporters], { ENGINE: engine })
  const name = engines[engine].name
  try {
    return { name, ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<EngineRun, 'name'>) }
  } catch {
    return { name, testResults: [] }
  }
}

await ensureWebBuilt()
const runs: EngineRun[] = []
for (const name of chosen) runs.push(await play(name))
rmSync(reports, { recursive: true })
for (const run of runs) say(lineOf(run))
process.exitCode = exitCodeOf(runs)
