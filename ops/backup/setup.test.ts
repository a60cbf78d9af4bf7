import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
const at = (name: string) => path.join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cupo-setup-'))
  mkdirSync(at('bin'))
  program('pgbackrest', 'exit 0')
  program('id', `test "$1" = -u || exec echo postgres; echo "\${FAKE_UID:-0}"`)
  program('runuser', `echo "$2" >> ${at('became')}; shift 3; FAKE_UID=999 exec "$@"`)
  program('install', 'for to; do :; done; mkdir -p "$to"')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, text: string): void {
  writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${text}\n`)
  chmodSync(at(`bin/${name}`), 0o755)
}

function setUp(env: Record<string, string>) {
  return spawnSync(path.join(import.meta.dirname, 'setup'), [], {
    env: { PATH: `${at('bin')}:${process.env.PATH}`, ...env },
    encoding: 'utf8',
  })
}

it('makes the folder as root, the rest as the owner of PostgreSQL, and names both', () => {
  const BACKUP_DIR = at('srv/backup')
  const { status, stdout, stderr } = setUp({ BACKUP_DIR, PGDATA: '/var/lib/postgresql/15/main' })
  expect([status, stderr]).toEqual([0, ''])
  expect(readFileSync(at('became'), 'utf8')).toBe('postgres\n')
  expect(readFileSync(`${BACKUP_DIR}/pgbackrest.conf`, 'utf8')).toContain('pg1-port=5432')
  expect(stdout).toContain('runuser -u postgres -- psql -h /run/postgresql -p 5432')
  expect(stdout).toContain(`BACKUP_DIR=${BACKUP_DIR} DATA_DIR=/var/lib/cupo ops/backup/run`)
})

it.each([
  ['BACKUP_DIR', { PGDATA: '/data' }],
  ['PGDATA', { BACKUP_DIR: '/srv/backup' }],
])('says of a missing %s what belongs there', (name, env) => {
  const { status, stderr } = setUp(env as Record<string, string>)
  expect(status).not.toBe(0)
  expect(stderr).toMatch(new RegExp(`${name}: missing: .+ as in ${name}=/`))
})
