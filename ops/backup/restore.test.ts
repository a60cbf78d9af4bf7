// ops/backup/restore with programs of a line; ops/rehearsal restores a real database.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
const at = (name: string) => path.join(folder, name)
const RED = '\u001b[1;31m'

function write(name: string, text: string): void {
  mkdirSync(path.dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
}

function program(name: string, text: string): void {
  write(name, `#!/bin/sh\n${text}\n`)
  chmodSync(at(name), 0o755)
}

/** Notes its name and arguments, as the user who ran it. */
const noting = (name: string) => `echo "\${AS:-root}: ${name} $*" >> ${at('log')}`
const acts = () => readFileSync(at('log'), 'utf8').replaceAll(folder, '').trim().split('\n')

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cupo-restore-'))
  for (const name of ['backup/documents', 'data']) mkdirSync(at(name), { recursive: true })
  write('backup/documents/a', 'sealed')
  const conf = { 'pg1-path': at('pg/15/main'), 'pg1-port': 5433, 'pg1-socket-path': at('socket') }
  const lines = Object.entries(conf).map(([name, value]) => `${name}=${value}`)
  write('backup/pgbackrest.conf', `[cupo]\n${lines.join('\n')}\n`)
  write('cupo.env', `MAIL_FROM=Cupo <a@b.co>\nBACKUP_DIR=${at('backup')}\nDATA_DIR=${at('data')}\n`)
  write('pg/15/main/old', '')
  program('bin/id', 'echo 0')
  program('bin/runuser', 'AS=$2; export AS; shift 3; exec "$@"')
  program('bin/install', 'for to; do :; done; mkdir -p "$to"')
  program('bin/chown', 'exit 0')
  program('bin/pgbackrest', noting('pgbackrest'))
  program('bin/psql', `case "$*" in *is_in_recovery*) echo f ;; *show*) echo on ;; esac`)
  program('bin/postgres', noting('postgres'))
  program('bin/service', noting('service'))
  for (const version of ['0.1.0', '0.2.0']) {
    const release = `cupo-${version}`
    write(`${release}/package.json`, JSON.stringify({ version }))
    write(`${release}/release.json`, '{}')
    const note = (act: string) =>
      `require('fs').appendFileSync('${at('log')}', '${act} ${version}\\n')`
    write(`${release}/scripts/db-migrate.ts`, note('migrate'))
    write(`${release}/scripts/ledger-verify.ts`, note('verify'))
    program(`${release}/ops/backup/run`, noting('run'))
  }
  symlinkSync(at('cupo-0.2.0'), at('cupo'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function restore(args: string[], env: Record<string, string> = {}) {
  const command = path.join(import.meta.dirname, 'restore')
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: {
      PATH: `${at('bin')}:${path.dirname(process.execPath)}:${process.env.PATH}`,
      ...{ ENV_FILE: at('cupo.env'), CUPO: at('cupo'), SERVICE: at('bin/service') },
      // No port: nothing answers here.
      ...{ POSTGRES: at('bin/postgres'), PORTS: '', ...env },
    },
  })
  return { status, said: stdout, told: stderr }
}

const AT = ['--target', '2026-11-22 14:03:07+00']

it('does every step, each with its user, and ends with archiving on', () => {
  const { status, said, told } = restore(AT)
  expect([status, told]).toEqual([0, ''])
  const steps = said.split('\n').filter((line) => / of 11, as \w+: ./.test(line))
  expect(steps).toHaveLength(11)
  expect(said).toContain('archiving is on')
  const until = '--type=time --target=2026-11-22 14:03:07+00 --target-action=promote'
  const restored = `--stanza=cupo --no-delta ${until} --pg1-path=/pg/15/main restore`
  const conf = '--config=/backup/pgbackrest.conf'
  expect(acts()).toEqual([
    'root: postgres stop',
    `postgres: pgbackrest ${conf} ${restored}`,
    'root: postgres start',
    `postgres: pgbackrest ${conf} --stanza=cupo check`,
    'migrate 0.2.0',
    'verify 0.2.0',
    'root: run --full',
  ])
  expect(readFileSync(at('data/documents/a'), 'utf8')).toBe('sealed')
  // The cluster of before is kept.
  const kept = readdirSync(at('pg/15')).filter((name) => name.startsWith('main.before-'))
  expect(kept.map((name) => existsSync(at(`pg/15/${name}/old`)))).toEqual([true])
})

it('runs the release that fits the restored schema', () => {
  expect(restore(['--release', at('cupo-0.1.0')])).toMatchObject({ status: 0 })
  expect(acts().filter((line) => line.startsWith('migrate'))).toEqual(['migrate 0.1.0'])
  expect(readFileSync(at('cupo/package.json'), 'utf8')).toContain('0.1.0')
})

it('switches archiving on again, or says in red that it is off', () => {
  const off = `case "$*" in *is_in_recovery*) echo f ;; *show*) cat ${at('mode')} ;;`
  write('mode', 'off')
  program('bin/psql', `${off} *reset*) echo on > ${at('mode')} ;; esac`)
  expect(restore([]).status).toBe(0)
  write('mode', 'off')
  program('bin/psql', `${off} esac`)
  const { status, told } = restore([])
  expect(status).toBe(1)
  expect(told).toContain(`${RED}Cupo runs, but the cluster archives NOTHING`)
  expect(told).toMatch(/As postgres:.+psql -p 5433 .+alter system reset archive_mode/s)
})

it('names the steps that remain, with user and variables, when one fails', () => {
  program('bin/pgbackrest', 'echo no backup >&2; exit 1')
  const { status, told } = restore(AT)
  expect(status).toBe(1)
  expect(told).toContain(`${RED}Step 4 failed.`)
  const remaining = told.split('\n').filter((line) => line.startsWith(`${RED}  `))
  expect(remaining).toHaveLength(8)
  expect(remaining[0]).toContain('postgres:  pgbackrest --config=')
  expect(told).toContain(`BACKUP_DIR=${at('backup')} DATA_DIR=${at('data')}`)
  expect(told).toContain('archives NOTHING yet')
  // The processes stay stopped.
  expect(acts()).toEqual(['root: postgres stop'])
})

it('refuses before it stops anything when keys or variables are missing', () => {
  for (const [env, why] of [
    [{ ENV_FILE: at('none'), BACKUP_DIR: at('backup'), DATA_DIR: at('data') }, /none is missing/],
    [{ ENV_FILE: at('none') }, /BACKUP_DIR is not set/],
    [{ BACKUP_CONF: at('none') }, /BACKUP_CONF/],
  ] as const) {
    expect(restore(AT, env)).toMatchObject({ status: 1, told: expect.stringMatching(why) })
  }
  expect(restore(['--release', at('data')])).toMatchObject({ status: 1, told: /no release/ })
  program('bin/id', 'echo 1000')
  expect(restore(AT)).toMatchObject({ status: 1, told: /Run as root/ })
  expect(existsSync(at('log'))).toBe(false)
})

it('names the steps of a managed database', () => {
  const { status, told } = restore(AT, { BACKUP_DIR: 'managed' })
  expect(status).toBe(1)
  for (const step of ['provider:', 'db-migrate.ts', 'ledger-verify.ts', 'cupo@']) {
    expect(told).toContain(step)
  }
  expect(existsSync(at('log'))).toBe(false)
})

it('restores elsewhere for a trial, without archiving, and says so in red', () => {
  const { status, told } = restore(['--to', at('trial')])
  expect(status).toBe(0)
  expect(acts()).toEqual([expect.stringContaining('--archive-mode=off --pg1-path=/trial restore')])
  expect(told).toContain(`${RED}This cluster archives NOTHING`)
})
