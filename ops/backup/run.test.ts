import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let folder: string
const at = (name: string) => path.join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cupo-backup-'))
  for (const name of ['bin', 'data/documents', 'backup']) mkdirSync(at(name), { recursive: true })
  program('runuser', 'exit 0')
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function program(name: string, text: string): void {
  writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${text}\n`)
  chmodSync(at(`bin/${name}`), 0o755)
}

/** Writes a document that nobody is writing any more. */
function writeOld(name: string): void {
  writeFileSync(at(`data/documents/${name}`), 'sealed bytes')
  const minuteAgo = Date.now() / 1_000 - 60
  utimesSync(at(`data/documents/${name}`), minuteAgo, minuteAgo)
}

function backUp(...args: string[]) {
  const env = { PATH: `${at('bin')}:${process.env.PATH}`, BACKUP_DIR: at('backup') }
  const command = path.join(import.meta.dirname, 'run')
  return spawnSync(command, args, { env: { ...env, DATA_DIR: at('data') }, encoding: 'utf8' })
}

it('copies a document again of which a full disk left a part', () => {
  writeOld('a')
  const part = 'for to; do :; done; if [ -d "$to" ]; then to=$to/a; fi; printf sealed > "$to"'
  program('cp', `${part}; exit 1`)
  expect(backUp().status).toBe(1)
  rmSync(at('bin/cp'))
  expect(backUp()).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(at('backup/documents/a'), 'utf8')).toBe('sealed bytes')
  const kept = ['documents', 'documents.lock', 'last-backup.json', 'last-documents.json']
  expect(readdirSync(at('backup')).sort()).toEqual(kept)
})

it('copies only documents every quarter of an hour, without those that are being written', () => {
  program('runuser', 'echo the database is not backed up >&2; exit 1')
  writeOld('a')
  writeFileSync(at('data/documents/b'), 'half of')
  expect(backUp('--documents')).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(at('backup/documents'))).toEqual(['a'])
  writeOld('b')
  expect(backUp('--documents').status).toBe(0)
  expect(readFileSync(at('backup/documents/b'), 'utf8')).toBe('sealed bytes')
  expect(readdirSync(at('backup'))).not.toContain('last-backup.json')
  expect(readdirSync(at('backup'))).toContain('last-documents.json')
})
