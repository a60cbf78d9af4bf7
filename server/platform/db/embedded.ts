// Runs a real PostgreSQL 18 from an npm package, so that `npm start` needs no other installation.
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, existingCluster, openCluster, removeCluster } from './embedded-cluster.ts'
import {
  type EmbeddedLog,
  findPostmaster,
  isReady,
  type Launched,
  type LaunchOptions,
  launch,
  type Postmaster,
  stopPostmaster,
} from './embedded-postmaster.ts'
import { withClient } from './with-client.ts'

export { refuseOtherMajor } from './embedded-cluster.ts'

export interface EmbeddedOptions {
  /** The database is in `<dataDir>/postgres`. */
  dataDir: string
  /** Port on 127.0.0.1; without it only a Unix socket exists. */
  port?: number
  log: EmbeddedLog
  /** False disables fsync, for tests whose data can be lost. */
  durable: boolean
  /** Called when a shared database ended with its owner and cannot be started here. */
  onLost?: (why: string) => void
}

export interface Embedded {
  /** URL of the database `cupo`; for another database, change the path. */
  url: string
  /** URL of the database `postgres` of the same server, for CREATE DATABASE. */
  adminUrl: string
  /** Pid of the PostgreSQL server process. */
  pid: number
  /** Stops the server if this process started it; a shared server keeps running. */
  stop(): Promise<void>
}

const DATABASE = 'cupo'
const ATTEMPTS = 40
const RETRY_MS = 250
const RESTARTS_MAX = 5
const RESTART_WINDOW_MS = 60_000
/** Interval of the look for the socket, which PostgreSQL never makes again by itself. */
const SOCKET_CHECK_MS = 2_000
/** Interval of the look for the process that runs a shared database. */
const OWNER_CHECK_MS = 1_000

/**
 * Starts the database of `dataDir`, creating it the first time and restarting it after a crash.
 * Shares a database that another living process runs, and takes it over when that process ends;
 * stops one that a killed process left. Throws an Error with PostgreSQL's message if it cannot
 * start.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const cluster = openCluster(options.dataDir, options.durable)
  const { postmaster, child } = await startUsable(cluster, options)
  const own = child
    ? keepAlive(cluster, options, { postmaster, child })
    : takeOver(cluster, options, postmaster)
  return {
    url: urlOf(cluster, postmaster, DATABASE),
    adminUrl: urlOf(cluster, postmaster, 'postgres'),
    get pid() {
      return own.pid()
    },
    stop: () => own.stop(),
  }
}

/** A server that this process started, or shares; only the former has a child. */
type Running = Pick<Launched, 'postmaster'> & Partial<Launched>

/** Starts or shares the database, and starts a new one if the shared one stops with its owner. */
async function startUsable(cluster: Cluster, options: EmbeddedOptions): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const running = await startOrShare(cluster, options)
    const { postmaster, child } = running
    try {
      await ensureDatabase(urlOf(cluster, postmaster, 'postgres'))
      return running
    } catch (error) {
      if (child) await stopPostmaster(postmaster.pid)
      if (child || attempt >= ATTEMPTS) throw error
      await sleep(RETRY_MS)
    }
  }
}

/** Deletes the database of `dataDir`. Throws while a process uses it. */
export async function deleteEmbedded(dataDir: string): Promise<void> {
  const cluster = existingCluster(dataDir)
  const found = cluster && findPostmaster(cluster)
  if (found?.ownerPid) throw new Error(`The database is in use by process ${found.ownerPid}.`)
  if (found) await stopPostmaster(found.pid)
  removeCluster(dataDir)
}

async function startOrShare(cluster: Cluster, options: LaunchOptions): Promise<Running> {
  for (let attempt = 1; ; attempt++) {
    const found = findPostmaster(cluster)
    if (found?.ownerPid && isReady(cluster)) return { postmaster: found }
    try {
      if (found && !found.ownerPid) {
        options.log.info('postgres: stopping a server left behind by a killed process')
        await stopPostmaster(found.pid)
      }
      if (!found?.ownerPid) return await launch(cluster, options)
    } catch (error) {
      if (attempt >= ATTEMPTS || !isStillInUse(error)) throw error
    }
    if (attempt >= ATTEMPTS) throw new Error('PostgreSQL is being started elsewhere, too slowly.')
    await sleep(RETRY_MS) // Another process is starting PostgreSQL, or an old one is ending.
  }
}

function isStillInUse(error: unknown): boolean {
  const text = error instanceof Error ? error.message : String(error)
  return /lock file .* already exists|is still in use|shared memory block/.test(text)
}

function urlOf(cluster: Cluster, postmaster: Postmaster, database: string): string {
  const host = encodeURIComponent(postmaster.socketDir)
  return `postgres://postgres:${cluster.password}@${host}:${postmaster.port}/${database}`
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`)
  }).catch((error: unknown) => {
    const isDuplicate = error instanceof pg.DatabaseError && error.code?.startsWith('23505')
    if (!isDuplicate && !String(error).includes('already exists')) throw error
  })
}

/** Starts a shared PostgreSQL at the same address once the process that ran it has ended. */
function takeOver(cluster: Cluster, options: EmbeddedOptions, shared: Postmaster) {
  let own: ReturnType<typeof keepAlive> | undefined
  let taking: Promise<void> | null = null

  const take = async () => {
    const { socketDir } = shared
    options.log.warn('postgres: the process that ran the database ended; it is started here')
    try {
      const { postmaster, child } = await startOrShare(cluster, { ...options, socketDir })
      if (child) own = keepAlive(cluster, options, { postmaster, child })
      else if (postmaster.socketDir !== socketDir) throw new Error('it runs at another address now')
      taking = null
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      options.onLost?.(`The process that ran the database ended: ${reason}`)
    }
  }
  const check = setInterval(() => {
    if (own || taking || findPostmaster(cluster)?.ownerPid) return
    taking = take()
  }, OWNER_CHECK_MS).unref()
  return {
    pid: () => own?.pid() ?? findPostmaster(cluster)?.pid ?? shared.pid,
    stop: async () => {
      clearInterval(check)
      await taking
      await own?.stop()
    },
  }
}

/** Restarts PostgreSQL on the same socket if it ends unexpectedly, or if the socket is removed. */
function keepAlive(cluster: Cluster, options: EmbeddedOptions, first: Launched) {
  let current = first
  let stopping = false
  let restarts: number[] = []
  let restarting: Promise<void> | null = null

  const watch = () => {
    const { child } = current
    const again = () => {
      restarting = restart()
    }
    if (child.exitCode !== null || child.signalCode !== null) again()
    else child.once('exit', again)
  }

  const restart = async () => {
    if (stopping) return
    const now = performance.now()
    restarts = [...restarts.filter((at) => now - at < RESTART_WINDOW_MS), now]
    if (restarts.length > RESTARTS_MAX) {
      options.log.error('postgres: it keeps dying; not restarted any more')
      return
    }
    options.log.error('postgres: the server died; restarting it')
    try {
      const left = findPostmaster(cluster)
      if (left) await stopPostmaster(left.pid)
      current = await relaunch(cluster, options, current.postmaster.socketDir)
      options.log.info('postgres: restarted')
      if (stopping) await stopPostmaster(current.postmaster.pid)
      else watch()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      options.log.error(`postgres: the restart failed: ${reason}`)
    }
  }

  let ending: Promise<void> | null = null
  const socketCheck = setInterval(() => {
    const { pid, socketDir, port } = current.postmaster
    const { exitCode, signalCode } = current.child
    const isRunning = exitCode === null && signalCode === null
    if (ending || !isRunning || existsSync(join(socketDir, `.s.PGSQL.${port}`))) return
    options.log.error('postgres: its socket was removed')
    ending = stopPostmaster(pid)
      .catch((error) => options.log.error(`postgres: ${String(error)}`))
      .finally(() => {
        ending = null
      })
  }, SOCKET_CHECK_MS).unref()

  watch()
  return {
    pid: () => current.postmaster.pid,
    stop: async () => {
      stopping = true
      clearInterval(socketCheck)
      await ending
      await restarting
      await stopPostmaster(current.postmaster.pid)
      const { socketDir } = current.postmaster
      if (socketDir !== cluster.data) rmSync(socketDir, { recursive: true, force: true })
    },
  }
}

async function relaunch(cluster: Cluster, options: EmbeddedOptions, socketDir: string) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch(cluster, { ...options, socketDir })
    } catch (error) {
      if (attempt >= ATTEMPTS || !isStillInUse(error)) throw error
      await sleep(RETRY_MS)
    }
  }
}
