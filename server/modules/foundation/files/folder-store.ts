import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Disk, errors } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { FileStore } from './file-store.ts'
import { namesBefore } from './names-before.ts'

/** Opens a store of files in a local folder that only our own user can read. */
export function folderStore(location: string): FileStore {
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  return {
    async put(name, bytes) {
      await mkdir(location, { recursive: true, mode: 0o700 })
      const file = path.join(location, name)
      try {
        await writeFile(file, bytes, { mode: 0o600, flag: 'wx', flush: true })
      } catch (error) {
        // A full disk leaves a part of the file; another file of this name stays.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(file, { force: true })
        throw error
      }
    },
    async read(name) {
      try {
        return Buffer.from(await disk.getBytes(name))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    discard: (name) => disk.delete(name),
    olderThan: async (before) => (existsSync(location) ? await namesBefore(disk, before) : []),
  }
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof errors.E_CANNOT_READ_FILE)) return false
  return (error.cause as { code?: string } | undefined)?.code === 'ENOENT'
}
