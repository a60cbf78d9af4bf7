import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { ROOT } from '../scripts/project.ts'

// `scripts/run.mjs` stands between npm and every program.

/** Runs a program through it, sends a signal once it prints, and returns how it ended. */
async function run(code: string, args: string[] = [], signal?: NodeJS.Signals) {
  const folder = mkdtempSync(join(tmpdir(), 'cupo-run-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'program.ts')
  writeFileSync(file, code)
  const runner = spawn(process.execPath, ['scripts/run.mjs', file, ...args], { cwd: ROOT })
  const ended = once(runner, 'close')
  if (signal) runner.stdout.once('data', () => runner.kill(signal))
  const out = await text(runner.stdout)
  const [exit, by] = await ended
  return { out, exit, by }
}

it('runs every npm script by the one program that installs what is missing', () => {
  const others = Object.entries(packageJson.scripts)
    .filter(([, line]) => !line.startsWith('exec node scripts/run.mjs '))
    .map(([name]) => name)
  expect(others).toEqual(['sbom'])
})

it('passes arguments, the exit code and the Node of the project', async () => {
  const code = `console.log(process.version, ...process.argv.slice(2)); process.exitCode = 7`
  const version = JSON.parse(readFileSync(join(ROOT, 'node_modules/node/package.json'), 'utf8'))
  expect(await run(code, ['--one', 'two words'])).toEqual({
    out: `v${version.version} --one two words\n`,
    exit: 7,
    by: null,
  })
})

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'passes %s, and waits for the end',
  async (sent) => {
    const waits = `
    process.once('${sent}', () => setTimeout(() => { console.log('stopped'); process.exit(0) }, 50))
    setInterval(() => {}, 1000)
    console.log('started')`
    expect(await run(waits, [], sent)).toEqual({ out: 'started\nstopped\n', exit: 0, by: null })
  },
)

it('exits by the signal that ended the child program', async () => {
  const dies = `setInterval(() => {}, 1000); console.log('started')`
  expect(await run(dies, [], 'SIGTERM')).toMatchObject({ exit: null, by: 'SIGTERM' })
})
