// Starts, finds and stops the PostgreSQL server process ("postmaster").
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './embedded-cluster.ts'
import { PROGRAM_ENV } from './embedded-user.ts'

export interface EmbeddedLog {
  debug(message: string): void
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface Postmaster {
  pid: number
  socketDir: string
  port: number
  /** Pid of the process that started it, if that process still runs. */
  ownerPid: number | null
}

const POLL_MS = 15
const READY_TIMEOUT_MS = 120_000 // Crash recovery of a busy database takes time.
const FAST_STOP_MS = 10_000
const SOCKET_PATH_MAX = 100 // The system allows 107 bytes (sun_path).

/**
 * Shell script that starts PostgreSQL and reads a pipe from our process. When our process ends in
 * any way, the pipe closes and the script stops PostgreSQL, so that no orphan process remains.
 */
const SUPERVISOR = `
exec 3<&0 0</dev/null
"$0" "$@" 3<&- >/dev/null &
pg=$!
echo "$pg"
( while read -r _ <&3; do :; done; kill -INT "$pg" ) >/dev/null 2>&1 &
watch=$!
wait "$pg"
code=$?
kill "$watch" 2>/dev/null
exit "$code"
`

export interface LaunchOptions {
  durable: boolean
  /** Port on 127.0.0.1; without it PostgreSQL listens only on a Unix socket. */
  port?: number | undefined
  /** Socket folder of the previous run in this process, so that clients find it again. */
  socketDir?: string | undefined
  log: EmbeddedLog
}

export interface Launched {
  postmaster: Postmaster
  child: ChildProcess
}

/** Starts PostgreSQL on the cluster and waits until it accepts connections. */
export async function launch(cluster: Cluster, options: LaunchOptions): Promise<Launched> {
  const socketDir = socketFolder(cluster, options.socketDir)
  const args = ['-D', cluster.data, ...settings(socketDir, options)]
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, join(cluster.binDir, 'postgres'), ...args], {
    ...cluster.user,
    cwd: '/',
    env: PROGRAM_ENV,
    detached: true, // Ctrl-C must only reach our process, which stops PostgreSQL last.
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const recentLog = forwardLog(child, options.log)
  const pid = await firstLine(child)
  await untilReady(cluster, pid, child, recentLog)
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if (stream && 'unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
  const postmaster = readPidFile(cluster)
  if (!postmaster) throw new Error('PostgreSQL stopped just after it started.')
  return { postmaster: { ...postmaster, ownerPid: process.pid }, child }
}

function settings(socketDir: string, options: LaunchOptions): string[] {
  const safety = options.durable ? 'on' : 'off'
  const all = {
    cluster_name: ownerTag(),
    listen_addresses: options.port ? '127.0.0.1' : '',
    port: String(options.port ?? 5432),
    unix_socket_directories: socketDir,
    max_connections: '200',
    shared_buffers: options.durable ? '256MB' : '128MB',
    idle_in_transaction_session_timeout: '30s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and error details can contain personal data; the server logs its own errors.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    wal_level: 'minimal',
    max_wal_senders: '0',
    jit: 'off',
    fsync: safety,
    full_page_writes: safety,
    synchronous_commit: safety,
    ...(options.durable ? {} : { checkpoint_timeout: '1h', max_wal_size: '4GB' }),
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Returns the earlier socket folder, the data folder, or one in /tmp if its path is too long. */
function socketFolder(cluster: Cluster, earlier?: string): string {
  if (earlier && existsSync(earlier)) return earlier
  if (Buffer.byteLength(cluster.data) < SOCKET_PATH_MAX - '/.s.PGSQL.65535'.length) {
    return cluster.data
  }
  const folder = earlier ?? mkdtempSync('/tmp/cupo-pg-')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = cluster.user
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  return folder
}

function forwardLog(child: ChildProcess, log: EmbeddedLog): string[] {
  const recentLog: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of chunk.split('\n').filter(Boolean)) {
      recentLog.push(line)
      if (recentLog.length > 20) recentLog.shift()
      if (/\b(FATAL|PANIC):/.test(line)) log.warn(`postgres: ${line}`)
      else log.debug(`postgres: ${line}`)
    }
  })
  return recentLog
}

function firstLine(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The PostgreSQL supervisor did not start.')))
    child.stdout?.setEncoding('utf8').once('data', (text: string) => resolve(Number(text)))
  })
}

async function untilReady(cluster: Cluster, pid: number, child: ChildProcess, recentLog: string[]) {
  for (let waited = 0; waited < READY_TIMEOUT_MS; waited += POLL_MS) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await sleep(POLL_MS) // The last log lines are still in the pipe.
      throw new Error(`PostgreSQL did not start: ${recentLog.join('\n')}`)
    }
    const lines = pidFileLines(cluster)
    if (Number(lines[0]) === pid && lines[7]?.startsWith('ready')) return
    await sleep(POLL_MS)
  }
  throw new Error(`PostgreSQL was not ready in time: ${recentLog.join('\n')}`)
}

/**
 * Finds the server of this cluster. If the pid in the pid file belongs to another process (after a
 * restart of the machine), removes the file, since PostgreSQL would refuse to start.
 */
export function findPostmaster(cluster: Cluster): Postmaster | null {
  const found = readPidFile(cluster)
  if (!found || !isAlive(found.pid)) return null // PostgreSQL removes a stale pid file.
  const command = commandLine(found.pid)
  if (!command.includes('postgres') || !command.includes(cluster.data)) {
    rmSync(pidFile(cluster), { force: true })
    rmSync(join(found.socketDir, `.s.PGSQL.${found.port}.lock`), { force: true })
    return null
  }
  return { ...found, ownerPid: livingOwner(command) }
}

/** Tells whether a postmaster that is being started accepts connections. */
export function isReady(cluster: Cluster): boolean {
  return pidFileLines(cluster)[7]?.startsWith('ready') ?? false
}

/** Stops PostgreSQL: fast shutdown (transactions roll back), then SIGQUIT, then SIGKILL. */
export async function stopPostmaster(pid: number): Promise<void> {
  const steps = [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', FAST_STOP_MS / 2],
    ['SIGKILL', FAST_STOP_MS / 2],
  ] as const
  for (const [signal, patienceMs] of steps) {
    for (let waited = 0; waited < patienceMs; waited += POLL_MS) {
      if (!isAlive(pid)) return
      if (waited === 0) signalQuietly(pid, signal)
      await sleep(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not stop.`)
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The signal fails if the process has ended meanwhile.
  }
}

const pidFile = (cluster: Cluster) => join(cluster.data, 'postmaster.pid')

function pidFileLines(cluster: Cluster): string[] {
  try {
    return readFileSync(pidFile(cluster), 'utf8').split('\n')
  } catch {
    return []
  }
}

function readPidFile(cluster: Cluster): Postmaster | null {
  const [pid, , , port, socketDir] = pidFileLines(cluster)
  if (!Number(pid) || !Number(port) || !socketDir) return null
  return { pid: Number(pid), port: Number(port), socketDir, ownerPid: null }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return statFields(pid)[0] !== 'Z' // A zombie has ended.
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readOrEmpty(`/proc/${pid}/cmdline`)
  return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
}

/** Returns our pid with our start time, a pair that is unique while the machine runs. */
function ownerTag(): string {
  return `cupo-${process.pid}-${startTime(process.pid)}`
}

function livingOwner(command: string): number | null {
  const [, pid, started] = /cluster_name=cupo-(\d+)-(\d+)/.exec(command) ?? []
  if (!pid || !isAlive(Number(pid))) return null
  return startTime(Number(pid)) === started ? Number(pid) : null
}

/** Returns field 22 of /proc/<pid>/stat; '0' on systems without /proc. See proc_pid_stat(5). */
function startTime(pid: number): string {
  return statFields(pid)[19] ?? '0'
}

/** Returns the fields of /proc/<pid>/stat after the command name, which can contain spaces. */
function statFields(pid: number): string[] {
  const text = readOrEmpty(`/proc/${pid}/stat`)
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
