// Folder of the tests' databases: in memory, if Linux offers it and there is room. A copy of the
// template is a thousand small files: 0.05 s in memory, 0.5 s and more on a disk.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { deleteEmbedded } from '#server/platform/db/embedded.ts'

const MEMORY = '/dev/shm'
/**
 * Required memory in bytes: the largest test file (test/growth) needs 1.5 GB, and three files run
 * in parallel.
 */
const ROOM_BYTES = 6 * 2 ** 30
/** The number is the id of the process that made the folder and deletes it. */
const OURS = /^cupo-test-(\d+)-/

/** Creates a new folder for an embedded database, which the caller deletes. */
export function makeRunFolder(): string {
  return mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `cupo-test-${process.pid}-`))
}

/** Deletes folders of killed runs from memory, with the databases that still run there. */
export async function deleteAbandonedFolders(): Promise<void> {
  if (!hasRoom(0)) return
  for (const name of readdirSync(MEMORY)) {
    const pid = Number(OURS.exec(name)?.[1] ?? process.pid)
    if (isRunning(pid)) continue
    try {
      await deleteEmbedded(join(MEMORY, name))
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    } catch {
      // Another run deletes the folder at this moment.
    }
  }
}

function hasRoom(bytes = ROOM_BYTES): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, availableMemory()) >= bytes
  } catch {
    return false // The system is not Linux.
  }
}

/** Available memory, within the limit of a container; Node 20.12 and older cannot read that. */
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
