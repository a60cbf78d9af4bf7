import { existsSync } from 'node:fs'
import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { open, randomToken, seal } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'

type StoreDeps = Pick<Deps, 'config' | 'secrets'>

function folderOf(deps: Pick<Deps, 'config'>): string {
  return path.join(deps.config.dataDir, 'documents')
}

function diskOf(deps: Pick<Deps, 'config'>): Disk {
  return new Disk(new FSDriver({ location: folderOf(deps), visibility: 'private' }))
}

/** A file opens only for the document that it was stored for. */
function contextOf(documentId: string): string {
  return `documents:${documentId}`
}

/** Stores the bytes sealed under a name that says nothing; answers the name. */
export async function storeSealed(
  deps: StoreDeps,
  documentId: string,
  bytes: Buffer,
): Promise<string> {
  const key = randomToken(24)
  await diskOf(deps).put(key, seal(deps.secrets.dataKey, contextOf(documentId), bytes))
  return key
}

/** The bytes of a document; null when the file is gone (deleted by the retention rule). */
export async function readSealed(
  deps: StoreDeps,
  document: { id: string; storageKey: string },
): Promise<Buffer | null> {
  const disk = diskOf(deps)
  if (!(await disk.exists(document.storageKey))) return null
  const sealed = await disk.getBytes(document.storageKey)
  return open(deps.secrets.dataKey, contextOf(document.id), sealed)
}

export async function discardFile(deps: Pick<Deps, 'config'>, key: string): Promise<void> {
  await diskOf(deps).delete(key)
}

/** Names of the files last written before the given instant. */
export async function filesOlderThan(deps: Pick<Deps, 'config'>, before: Date): Promise<string[]> {
  if (!existsSync(folderOf(deps))) return []
  const disk = diskOf(deps)
  const found: string[] = []
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll('', paginationToken ? { paginationToken } : {})
    for (const entry of page.objects) {
      if (!entry.isFile) continue
      const { lastModified } = await disk.getMetaData(entry.key)
      if (lastModified < before) found.push(entry.key)
    }
    paginationToken = page.paginationToken
  } while (paginationToken)
  return found
}
