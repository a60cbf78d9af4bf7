import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeDataFolder } from './data-folder.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'cupo-folder-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const modeOf = (...names: string[]) =>
  (statSync(path.join(dataDir, ...names)).mode & 0o777).toString(8)

it('restricts the modes of data files that an earlier version left readable', () => {
  chmodSync(dataDir, 0o755)
  mkdirSync(path.join(dataDir, 'documents'), { mode: 0o755 })
  writeFileSync(path.join(dataDir, 'documents', 'a'), 'x', { mode: 0o644 })
  writeFileSync(path.join(dataDir, 'secrets.json'), '{}', { mode: 0o644 })
  closeDataFolder(dataDir, { embedded: false })
  expect([modeOf(), modeOf('documents'), modeOf('documents', 'a'), modeOf('secrets.json')]).toEqual(
    ['700', '700', '600', '600'],
  )
})

it('creates the data folder with mode 700', () => {
  rmSync(dataDir, { recursive: true })
  closeDataFolder(dataDir, { embedded: false })
  expect([modeOf(), modeOf('documents')]).toEqual(['700', '700'])
})

it('lets the embedded database of root pass through the data folder without listing it', () => {
  closeDataFolder(dataDir, { embedded: true })
  expect(modeOf()).toBe(process.getuid?.() === 0 ? '711' : '700')
  mkdirSync(path.join(dataDir, 'postgres'))
  writeFileSync(path.join(dataDir, 'postgres', 'relocated'), '/elsewhere')
  closeDataFolder(dataDir, { embedded: true })
  expect(modeOf()).toBe('700')
})
