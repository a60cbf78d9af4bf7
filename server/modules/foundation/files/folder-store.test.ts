import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { folderStore } from './folder-store.ts'

/** Bytes that fit on the simulated disk; more fails as a full one does. */
const ROOM = 10
const { writeFile } = fs

// Files of one worker share modules, so a mock of the module would depend on their order.
function replaceWriteFile(replacement: typeof writeFile): void {
  fs.writeFile = replacement
  syncBuiltinESMExports()
}

beforeAll(() => {
  replaceWriteFile((async (file: string, bytes: Buffer, options: object) => {
    await writeFile(file, bytes.subarray(0, ROOM), options)
    if (bytes.length > ROOM) {
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    }
  }) as typeof writeFile)
})

afterAll(() => replaceWriteFile(writeFile))

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cupo-store-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('leaves no part of a file that does not fit on the disk, and stores one that does', async () => {
  const store = folderStore(folder)
  await expect(store.put('big', Buffer.alloc(11))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(readdirSync(folder)).toEqual([])
  await store.put('small', Buffer.alloc(10))
  expect(readdirSync(folder)).toEqual(['small'])
})

it('keeps a file whose name is used again', async () => {
  writeFileSync(path.join(folder, 'name'), 'first')
  await expect(folderStore(folder).put('name', Buffer.alloc(5))).rejects.toThrow('EEXIST')
  expect(readFileSync(path.join(folder, 'name'), 'utf8')).toBe('first')
})
