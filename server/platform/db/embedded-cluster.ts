// Location of the files of the embedded database, and their creation at the first start.
//
//   <dataDir>/postgres/pg18/data       the cluster, owned by the user who runs PostgreSQL
//   <dataDir>/postgres/pg18/password   mode 600
//   <dataDir>/postgres/relocated       only if that user cannot enter dataDir: the other location
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { StartRefused } from '../errors.ts'
import {
  canEnter,
  type DatabaseUser,
  databaseUser,
  ensurePrivateFolder,
  PROGRAM_ENV,
  runsAsRoot,
  usableBinDir,
} from './embedded-user.ts'

const MAJOR = '18'
const OTHER_PLACES = ['/var/lib/cupo', '/var/tmp/cupo-data']

export interface Cluster {
  data: string
  password: string
  binDir: string
  user: DatabaseUser
}

/** Finds the cluster of this data folder, and creates it if it is missing. */
export function openCluster(dataDir: string, durable: boolean): Cluster {
  refuseOtherMajor(dataDir)
  const newcomer = databaseUser()
  const home = homeFor(resolve(dataDir), newcomer)
  const folder = join(home, `pg${MAJOR}`)
  if (!existsSync(folder)) createCluster(home, folder, newcomer, durable)
  return describeCluster(folder)
}

/**
 * Refuses a data folder whose only database is of another major version, which this PostgreSQL
 * cannot read: a new one beside it would look like lost data. Creates nothing.
 */
export function refuseOtherMajor(dataDir: string): void {
  const own = join(resolve(dataDir), 'postgres')
  const home = readPointer(join(own, 'relocated')) ?? own
  const versions = existsSync(home)
    ? readdirSync(home).flatMap((name) => versionIn(home, name))
    : []
  if (versions.length === 0 || versions.includes(MAJOR)) return
  throw new StartRefused(
    `La base de datos de ${home} es de PostgreSQL ${versions.join(' y ')}, y esta versión usa ` +
      `PostgreSQL ${MAJOR}. No se creó nada. Pásala con pg_dump y pg_restore, o vuelve a la ` +
      'versión anterior de Cupo.',
  )
}

/** Returns the major version of a cluster; empty for other folders and drafts. */
function versionIn(home: string, folder: string): string[] {
  const file = join(home, folder, 'data', 'PG_VERSION')
  return folder.startsWith('pg') && existsSync(file) ? [readFileSync(file, 'utf8').trim()] : []
}

/** Returns the cluster of this data folder; null if it does not exist yet. */
export function existingCluster(dataDir: string): Cluster | null {
  const home = join(resolve(dataDir), 'postgres')
  const folder = join(readPointer(join(home, 'relocated')) ?? home, `pg${MAJOR}`)
  return existsSync(folder) ? describeCluster(folder) : null
}

function describeCluster(folder: string): Cluster {
  const data = join(folder, 'data')
  const user = runsAsRoot() ? ownerOf(data) : {}
  return { data, password: readPassword(folder), binDir: usableBinDir(user), user }
}

function readPassword(folder: string): string {
  try {
    return readFileSync(join(folder, 'password'), 'utf8').trim()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The database files belong to another user (${reason}).`)
  }
}

/** Returns the owner of the files, whom a cluster keeps even if root starts it later. */
function ownerOf(data: string): DatabaseUser {
  const { uid, gid } = statSync(data)
  return { uid, gid }
}

function homeFor(dataDir: string, user: DatabaseUser): string {
  const home = join(dataDir, 'postgres')
  mkdirSync(home, { recursive: true })
  if (!runsAsRoot()) return home
  const pointer = join(home, 'relocated')
  const earlier = readPointer(pointer)
  if (earlier) return earlier
  if (statSync(home).uid === 0) chmodSync(home, 0o711)
  if (existsSync(join(home, `pg${MAJOR}`)) || canEnter(home, user)) return home
  letThrough(dataDir)
  return canEnter(home, user) ? home : relocate(pointer, user)
}

/** Lets other users pass through our data folder without listing it. */
function letThrough(dataDir: string): void {
  const { uid, mode } = statSync(dataDir)
  if (uid === 0) chmodSync(dataDir, (mode & 0o777) | 0o011)
}

function readPointer(pointer: string): string | null {
  if (!existsSync(pointer)) return null
  const target = readFileSync(pointer, 'utf8').trim()
  if (existsSync(target)) return target
  throw new Error(`The database was kept in ${target}, which is gone. Delete ${pointer}?`)
}

/** Creates the files in a system folder, since /root must stay closed to other users. */
function relocate(pointer: string, user: DatabaseUser): string {
  const name = randomBytes(6).toString('hex')
  for (const place of OTHER_PLACES) {
    if (!ensurePrivateFolder(place)) continue
    chmodSync(place, 0o711)
    if (!canEnter(place, user)) continue
    const home = join(place, name)
    mkdirSync(home)
    chmodSync(home, 0o711)
    try {
      writeFileSync(pointer, `${home}\n`, { flag: 'wx' })
      return home
    } catch {
      rmSync(home, { recursive: true }) // Another process created the folder first.
      return readPointer(pointer) ?? home
    }
  }
  throw new Error('No folder for the database that its user can enter. Set DATA_DIR.')
}

/** Runs initdb in a draft folder and renames it, so that an incomplete cluster is never used. */
function createCluster(home: string, folder: string, user: DatabaseUser, durable: boolean): void {
  const draft = join(home, `draft-${randomBytes(4).toString('hex')}`)
  const data = join(draft, 'data')
  mkdirSync(data, { recursive: true })
  chmodSync(draft, 0o711)
  const password = randomBytes(24).toString('base64url')
  writeFileSync(join(draft, 'password'), `${password}\n`, { mode: 0o600 })
  const handover = join(draft, 'initdb-password')
  writeFileSync(handover, `${password}\n`, { mode: 0o600 })
  if (user.uid !== undefined && user.gid !== undefined) {
    chownSync(data, user.uid, user.gid)
    chownSync(handover, user.uid, user.gid)
  }
  try {
    runInitdb(data, handover, user, durable)
    rmSync(handover)
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // If it exists, another process created it first.
  }
}

function runInitdb(data: string, handover: string, user: DatabaseUser, durable: boolean): void {
  const args = [
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${handover}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // The password is 24 random bytes: stretching it would only slow connections down.
    '--set=scram_iterations=1',
  ]
  if (!durable) args.push('--no-sync')
  const options = { ...user, cwd: '/', env: PROGRAM_ENV, encoding: 'utf8' } as const
  const result = spawnSync(join(usableBinDir(user), 'initdb'), args, options)
  if (result.status !== 0) {
    throw new Error(`initdb failed: ${result.stderr || result.error?.message || result.signal}`)
  }
}

/** Deletes the database of this data folder, wherever it is. The database must be stopped. */
export function removeCluster(dataDir: string): void {
  const home = join(resolve(dataDir), 'postgres')
  const pointer = join(home, 'relocated')
  if (existsSync(pointer)) {
    rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true })
  }
  rmSync(home, { recursive: true, force: true })
}
