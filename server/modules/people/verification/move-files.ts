import { existsSync, readdirSync } from 'node:fs'
import { readFile, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { FileStore } from '#server/modules/foundation/files/index.ts'
import { assert } from '#server/platform/errors.ts'

/**
 * Moves the files of a folder to a store, one by one; returns their number. Deletes a file here
 * after the store has returned the same bytes, so the move can be interrupted and repeated while
 * servers run. Removes the copy of a file that is discarded during its move.
 */
export async function moveFiles(folder: string, store: FileStore): Promise<number> {
  if (!existsSync(folder)) return 0
  let moved = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(folder, entry.name)
    const bytes = await readFile(file).catch(nullWhenMissing)
    if (!bytes) continue
    const there = await store.read(entry.name)
    if (!there) await store.put(entry.name, bytes)
    const kept = there ?? (await store.read(entry.name))
    assert(kept?.equals(bytes), `${entry.name} is another file in the bucket`)
    const isDiscarded = (await unlink(file).catch(nullWhenMissing)) === null
    if (isDiscarded) await store.discard(entry.name)
    else moved += 1
  }
  return moved
}

function nullWhenMissing(error: unknown): null {
  if ((error as { code?: string }).code === 'ENOENT') return null
  throw error
}
