import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { isCurrent, open, randomToken, seal, sealAnew } from '#server/platform/crypto.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { filesAfter, moveDocument } from './verification.queries.ts'

type StoreDeps = Pick<Deps, 'config' | 'secrets'>

function folderOf(deps: Pick<Deps, 'config'>): string {
  return path.join(deps.config.dataDir, 'documents')
}

function diskOf(deps: Pick<Deps, 'config'>): Disk {
  return new Disk(new FSDriver({ location: folderOf(deps), visibility: 'private' }))
}

/** A file decrypts only for the document that it was stored for. */
function contextOf(documentId: string): string {
  return `documents:${documentId}`
}

/** Stores the encrypted bytes under a random name. Returns the name. */
export async function storeSealed(
  deps: StoreDeps,
  documentId: string,
  bytes: Buffer,
): Promise<string> {
  const key = randomToken(24)
  await putPrivate(deps, key, seal(deps.secrets.dataKey, contextOf(documentId), bytes))
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

/** Readable by our own user only, whatever the process was started with. */
async function putPrivate(deps: Pick<Deps, 'config'>, key: string, bytes: Buffer): Promise<void> {
  await mkdir(folderOf(deps), { recursive: true, mode: 0o700 })
  await diskOf(deps).put(key, bytes)
  await chmod(path.join(folderOf(deps), key), 0o600)
}

/**
 * A copy with the current key and a new name; null when the file has that key, or is gone.
 * The old file stays until its row names the copy, so that no crash loses it.
 */
async function copySealedAnew(
  deps: StoreDeps,
  document: { id: string; storageKey: string },
): Promise<string | null> {
  const disk = diskOf(deps)
  if (!(await disk.exists(document.storageKey))) return null
  const sealed = await disk.getBytes(document.storageKey)
  if (isCurrent(deps.secrets.dataKey, sealed)) return null
  const key = randomToken(24)
  await putPrivate(deps, key, sealAnew(deps.secrets.dataKey, contextOf(document.id), sealed))
  return key
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

/**
 * Re-encrypts the files of documents with the current key. Safe to interrupt and to repeat: a copy
 * whose row was not changed yet is removed by the job for files without a row.
 */
export function resealDocuments(deps: Pick<Deps, 'db' | 'config' | 'secrets'>): Promise<Resealing> {
  return resealAll({
    after: (id) => filesAfter(deps.db, id),
    renew: async (document) => {
      const copy = await copySealedAnew(deps, document)
      if (copy === null) return false
      const moved = await moveDocument(deps.db, { ...document, to: copy })
      await discardFile(deps, moved ? document.storageKey : copy)
      return moved
    },
  })
}
