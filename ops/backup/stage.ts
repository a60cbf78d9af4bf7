// A database with backups and a server that uses it, for the restore drill. All files are below one
// folder.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { type DatabaseUser, databaseUser } from '#server/platform/db/embedded-user.ts'
import { withClient } from '#server/platform/db/with-client.ts'
import { until } from '../ha/service.ts'

const RECOVERY_MS = 300_000
export const BIN_DIR = '/usr/lib/postgresql/15/bin'

export type BackedUp = {
  folder: string
  /** Data folder of Cupo: documents, and the state of the simulated gateway. */
  dataDir: string
  port: number
  /** Runs one of `ops/backup/*` as its documentation says; throws with its output. */
  backup(script: 'setup' | 'run' | 'restore', ...args: string[]): void
  pgbackrest(...args: string[]): string
  /** Resolves when the database accepts writes: a restored database has then recovered. */
  start(data: string): Promise<void>
  /** Sends SIGKILL: PostgreSQL ends as if its machine had failed. */
  kill(data: string): void
  stop(data: string): void
  url(database: string): string
  query<T extends pg.QueryResultRow>(database: string, text: string): Promise<T[]>
  remove(): void
}

export function openBackedUp(port: number): BackedUp {
  const user = databaseUser()
  const folder = mkdtempSync('/tmp/cupo-backup-')
  chmodSync(folder, 0o711)
  const at = (name: string) => path.join(folder, name)
  mkdirSync(at('documents'), { mode: 0o700 })
  for (const name of ['primary', 'backups', 'socket', 'restores']) {
    mkdirSync(at(name), { mode: 0o711 })
    chownSync(at(name), user.uid ?? 0, user.gid ?? 0)
  }
  const env = {
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    LC_ALL: 'C',
    BACKUP_DIR: at('backups'),
    PGDATA: at('primary'),
    PGPORT: String(port),
    PGSOCKET: at('socket'),
    DATA_DIR: at('documents'),
  }
  const conf = path.join(at('backups'), 'pgbackrest.conf')
  const run = (program: string, ...args: string[]) =>
    asUser({ user, env, folder }, program, ...args)
  const started = new Set<string>()
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  run(`${BIN_DIR}/initdb`, '-D', at('primary'), '-U', 'postgres', '--auth=trust', '-E', 'UTF8')
  // As docs/deploy.md says, in the file: what is restored has them too.
  const settings = {
    port,
    unix_socket_directories: at('socket'),
    listen_addresses: '127.0.0.1',
    timezone: 'UTC',
    archive_mode: 'on',
    archive_command: `pgbackrest --config=${conf} --stanza=cupo archive-push %p`,
    archive_timeout: '60s',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(path.join(at('primary'), 'postgresql.conf'), lines.join(''))
  return {
    folder,
    dataDir: at('documents'),
    port,
    backup: (script, ...args) => {
      const program = path.join(import.meta.dirname, script)
      if (script === 'run') asUser({ user: {}, env, folder }, program, ...args)
      else run(program, ...args)
    },
    pgbackrest: (...args) =>
      run('/usr/bin/pgbackrest', `--config=${conf}`, '--stanza=cupo', ...args),
    start: async (data) => {
      started.add(data)
      const log = path.join(at('socket'), `${path.basename(data)}.log`)
      run(`${BIN_DIR}/pg_ctl`, '-D', data, '-l', log, '-w', '-t', '300', 'start')
      await until('recovery has ended', () => isWritable(url('postgres')), RECOVERY_MS)
    },
    kill: (data) => {
      started.delete(data)
      process.kill(postmasterOf(data), 'SIGKILL')
    },
    stop: (data) => {
      started.delete(data)
      run(`${BIN_DIR}/pg_ctl`, '-D', data, '-w', '-m', 'fast', 'stop')
    },
    url,
    query: (database, text) => query(url(database), text),
    remove: () => {
      for (const data of started) killQuietly(data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function postmasterOf(data: string): number {
  const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
  return Number(pid)
}

function killQuietly(data: string): void {
  try {
    process.kill(postmasterOf(data), 'SIGKILL')
  } catch {
    // The process was never started, or has ended.
  }
}

async function isWritable(url: string): Promise<boolean> {
  const [row] = await query<{ recovers: boolean }>(url, 'select pg_is_in_recovery() as recovers')
  return row?.recovers === false
}

type As = { user: DatabaseUser; env: Record<string, string>; folder: string }

function asUser({ user, env, folder }: As, program: string, ...args: string[]): string {
  const log = path.join(folder, 'socket', 'output')
  const shell = 'exec "$0" "$@" > "$LOG" 2>&1 < /dev/null'
  const options = { ...user, env: { ...env, LOG: log }, cwd: folder, encoding: 'utf8' } as const
  const { status } = spawnSync('/bin/sh', ['-c', shell, program, ...args], options)
  const output = execFileSync('cat', [log], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${output}`)
  return output
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  return (await withClient(url, (client) => client.query<T>(text))).rows
}
