// Every command says what it takes, and does nothing when it is asked to or called wrongly.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { importsOf, isCode, isTest, readProject } from './architecture/source.ts'
import { failuresOf } from './every-route.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SCRIPTS: Record<string, string> = packageJson.scripts

/** npm scripts that run a program of others, which has a help of its own. */
const OF_OTHERS = ['sbom', 'format']

/** Programs that nobody calls by hand. */
const INTERNAL: Record<string, string> = {
  'scripts/ensure-install.mjs': 'scripts/run.mjs and systemd run it, without arguments',
  'scripts/run.mjs': 'passes its arguments to the program of an npm script',
  'ops/compose/database': 'Docker runs it as the entry of the database',
  'ops/compose/owner.sh': 'PostgreSQL runs it when the cluster is made',
  'ops/first-day/inside': 'ops/rehearsal runs it',
}

/** Files that npm scripts run. */
const ofNpm = Object.entries(SCRIPTS).flatMap(([name, line]) => {
  const file = /^exec node scripts\/run\.mjs (\S+)/.exec(line)?.[1]
  return OF_OTHERS.includes(name) ? [] : [file ?? `no program of ours: npm run ${name}`]
})

/** Programs in these folders: what no other file imports, or what says so itself. */
function programs(): string[] {
  const files = readProject(ROOT).filter((file) => isCode(file) && !isTest(file))
  const imported = new Set(files.flatMap((file) => importsOf(file).map(({ target }) => target)))
  const isProgram = ({ path, text: code }: (typeof files)[number]) =>
    /^(native\/)?scripts\/[^/]+\.(ts|mjs)$/.test(path) &&
    (!imported.has(path) || code.includes('process.argv[1] === import.meta.filename'))
  return files.filter(isProgram).map(({ path }) => path)
}

/** Programs of the shell. */
function shellPrograms(): string[] {
  const entries = readdirSync(join(ROOT, 'ops'), { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    .filter((path) => readFileSync(join(ROOT, path), 'utf8').startsWith('#!'))
}

const commands = [
  ...new Set(['server/main.ts', ...ofNpm, ...programs(), ...shellPrograms()]),
].filter((path) => !(path in INTERNAL))

/** Neither a database nor a folder that could be written is there. */
async function run(command: string, args: string[], folder: string) {
  const [program, ...before] = /\.(ts|mjs)$/.test(command) ? [process.execPath, command] : [command]
  const child = spawn(program, [...before, ...args], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      DATA_DIR: folder,
      // Commands import the same files: half of the time is compiling them.
      NODE_COMPILE_CACHE: join(folder, '../cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [out, complaint] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await ended
  return { code, out, complaint }
}

/** What a command must answer, and with which exit code. */
async function complaintOf(command: string, option: string, folder: string) {
  const { code, out, complaint } = await run(command, [option], folder)
  const [expected, told, silent] = option === '--help' ? [0, out, complaint] : [2, complaint, out]
  const isUsage = code === expected && silent === '' && /exit codes?/i.test(told)
  return isUsage ? null : `exit code ${code}, ${(complaint || out).slice(0, 200)}`
}

/** Lines that only declare something, and lines inside a declaration. */
const DECLARES = /^(?:$|[\s})\]]|\/[/*]|#!|import |export |(?:async )?function |interface |type )/

/** A constant whose value is neither awaited nor read from a process. */
const CONSTANT = /^const \w+(?:: [^=]+)? = (?!await|spawn|exec)/

/** Returns what a program in TypeScript does before it reads its arguments, or null. */
function earlyActOf(code: string): string | null {
  const lines = code.split('\n')
  const guarded =
    /^if \(process\.argv\[1\] === import\.meta\.filename\) \{\n {2}(?:const .* = )?readCommand\(/m
  const end = lines.findIndex((line) => /^(?:(?:const .*|\} )= )?readCommand\(/.test(line))
  if (end < 0) return guarded.test(code) ? null : 'reads none first'
  const isEarly = (line: string) => !DECLARES.test(line) && !CONSTANT.test(line)
  const early = lines.slice(0, end).find((line) => isEarly(line) && line !== 'const {')
  return early === undefined ? null : `runs before readCommand: ${early}`
}

/** The program in TypeScript that a command is, or that its shell script starts. */
function programOf(path: string): string | null {
  if (path.endsWith('.ts')) return path
  return /^exec \S*node (\S+\.ts) "\$@"$/m.exec(readFileSync(join(ROOT, path), 'utf8'))?.[1] ?? null
}

const inTypeScript = commands.flatMap((path) => programOf(path) ?? [])

it('reads the arguments of every program first', () => {
  expect(inTypeScript.length).toBeGreaterThan(30)
  const faults = inTypeScript.flatMap((path) => {
    const act = earlyActOf(readFileSync(join(ROOT, path), 'utf8'))
    return act === null ? [] : [`${path} ${act}`]
  })
  expect(faults).toEqual([])
})

it('has help for every command, and refuses unknown options', { timeout: 180_000 }, async () => {
  expect(commands.length).toBeGreaterThan(40)
  const folder = join(mkdtempSync(join(tmpdir(), 'cupo-help-')), 'data')
  // Programs in TypeScript answer in one place, readCommand: three that import little stand for
  // all, since starting each of them takes 30 s.
  const samples = ['scripts/db-migrate.ts', 'scripts/staff-grant.ts', 'ops/ha/up']
  const started = commands.filter((path) => programOf(path) === null || samples.includes(path))
  const attempts = started.flatMap((name) =>
    ['--help', '--unknown'].map((fault) => {
      return { name, fault, check: () => complaintOf(name, fault, folder) }
    }),
  )
  expect(await failuresOf(attempts, 3)).toEqual([])
  expect(existsSync(folder)).toBe(false)
  rmSync(join(folder, '..'), { recursive: true })
})
