// Where the databases of the tests live: in memory, where Linux offers it and there is room.
// A copy of the template is a thousand small files: 0.05 s in memory, 0.5 s and more on a disk.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteEmbedded } from '#server/platform/db/embedded.ts'

const MEMORY = '/dev/shm'
/** The largest test file (test/growth) needs 1.5 GB, and three files run in parallel. */
const ROOM_BYTES = 6 * 2 ** 30
/** The number is the process that made the folder, which deletes it. */
const OURS = /^cupo-test-(\d+)-/

/** A new folder for an embedded database, which the caller deletes. */
export function makeRunFolder(): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `cupo-test-${process.pid}-`))
}

/** Deletes what killed runs left in memory, with the databases that still run there. */
export async function deleteAbandonedFolders(): Promise<void> {
  if (!hasRoom(0)) return
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(OURS.exec(name)?.[1] ?? process.pid)
    if (isRunning(pid)) continue
    try {
      await deleteEmbedded(join(MEMORY, name))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    } catch {
      // Another run deletes it now.
    }
  }
}

function hasRoom(bytes = ROOM_BYTES): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, availableMemory()) >= bytes
  } catch {
    return false // Not Linux.
  }
}

/** With the limit of a container; Node 20.12 and older do not know it. */
function availableMemory(): number {
  return process.availableMemory?.() ?? freemem()
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
