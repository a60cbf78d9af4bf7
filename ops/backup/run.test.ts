import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
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

function backUp() {
  const env = { PATH: `${at('bin')}:${process.env.PATH}`, BACKUP_DIR: at('backup') }
  const command = path.join(import.meta.dirname, 'run')
  return spawnSync(command, [], { env: { ...env, DATA_DIR: at('data') }, encoding: 'utf8' })
}

it('copies a document again of which a full disk left a part', () => {
  writeFileSync(at('data/documents/a'), 'sealed bytes')
  const part = 'for to; do :; done; if [ -d "$to" ]; then to=$to/a; fi; printf sealed > "$to"'
  program('cp', `${part}; exit 1`)
  expect(backUp().status).toBe(1)
  rmSync(at('bin/cp'))
  expect(backUp()).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(at('backup/documents/a'), 'utf8')).toBe('sealed bytes')
  expect(readdirSync(at('backup')).sort()).toEqual(['documents', 'last-backup.json'])
})
