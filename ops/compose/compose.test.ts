import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
const at = (name: string) => path.join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cupo-compose-'))
  for (const name of ['bin', 'secrets', 'data']) mkdirSync(at(name))
  // Another user cannot be given a file without root.
  program('install', 'shift 4; cp "$1" "$2"')
  program('docker-entrypoint.sh', `echo "$@" > ${at('started')}`)
  program('psql', `echo "$@" > ${at('asked')}`)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, text: string): void {
  writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${text}\n`)
  chmodSync(at(`bin/${name}`), 0o755)
}

function run(name: string, args: string[] = []) {
  return spawnSync(path.join(import.meta.dirname, name), args, {
    env: {
      PATH: `${at('bin')}:${process.env.PATH}`,
      BACKUP_DIR: folder,
      SECRETS_DIR: at('secrets'),
      OWNER_PASSWORD_FILE: at('owner-password'),
      PGDATA: at('data'),
      TZ: 'America/Bogota',
    },
    encoding: 'utf8',
  })
}

describe('the database of compose', () => {
  it.each([
    ['owner', 'superuser'],
    ['superuser', 'owner'],
  ])('does not start without the password of the %s', (missing, given) => {
    writeFileSync(at(`secrets/${given}`), 'larga')
    writeFileSync(at(`secrets/${missing}`), '')
    const { status, stderr } = run('database', ['postgres'])
    expect(status).toBe(1)
    const file = missing === 'owner' ? 'owner-password' : 'postgres-password'
    expect(stderr).toBe(`/etc/cupo/${file} is missing or empty: write a password into it\n`)
    expect(existsSync(at('started'))).toBe(false)
  })

  it('gives the password to the user who creates the cluster, and starts later without it', () => {
    for (const name of ['owner', 'superuser']) writeFileSync(at(`secrets/${name}`), 'larga')
    expect(run('database', ['postgres', '-c', 'x=1'])).toMatchObject({ status: 0, stderr: '' })
    expect(readFileSync(at('owner-password'), 'utf8')).toBe('larga')
    expect(readFileSync(at('started'), 'utf8')).toBe('postgres -c x=1\n')
    rmSync(at('secrets'), { recursive: true })
    writeFileSync(at('data/PG_VERSION'), '18')
    expect(run('database', ['postgres']).status).toBe(0)
  })

  it('creates no role when the password of the owner cannot be read', () => {
    expect(run('owner.sh').status).not.toBe(0)
    writeFileSync(at('owner-password'), '')
    expect(run('owner.sh').stderr).toBe('the password of the owner is empty\n')
    expect(existsSync(at('asked'))).toBe(false)
    writeFileSync(at('owner-password'), 'larga')
    expect(run('owner.sh').status).toBe(0)
    expect(readFileSync(at('asked'), 'utf8')).toContain('password=larga')
  })
})

it.each([
  ['none was ever made', null, 0],
  ['the last one ended 25 hours ago', 25, 0],
  ['one has just ended', 0, 1],
])('says whether a backup is due when %s', (_case, hours, status) => {
  if (hours !== null) {
    writeFileSync(at('last-backup.json'), '{}')
    const ended = Date.now() / 1_000 - hours * 3_600
    utimesSync(at('last-backup.json'), ended, ended)
  }
  expect(run('is-due')).toMatchObject({ status, stderr: '' })
})

it('names the project, and gives database and server time for their first start', () => {
  const read = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8')
  expect(read('compose.yml')).toMatch(/^name: cupo$/m)
  expect(read('compose.yml')).toMatch(/pg_isready.+\n +interval: 5s\n +start_period: 60s/)
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .*--start-period=120s/m)
})
