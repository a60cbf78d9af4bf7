import { isCurrent, open, randomToken, seal, sealAnew } from '#server/platform/crypto.ts'
import type { Tx } from '#server/platform/db/tx.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { DataDeps } from '#server/platform/module-data.ts'
import { type Resealing, resealAll } from '#server/platform/reseal.ts'
import { documentStore } from './document-files.ts'
import {
  deleteDocuments,
  listFilesAfter,
  listStorageKeysOf,
  moveDocument,
} from './verification.queries.ts'

type StoreDeps = Pick<Deps, 'config' | 'secrets'>

/** Encryption context: a file can be decrypted only for the document that it was stored for. */
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
  const store = await documentStore(deps.config)
  await store.put(key, seal(deps.secrets.dataKey, contextOf(documentId), bytes))
  return key
}

/** Returns the decrypted bytes of a document; null when retention has deleted the file. */
export async function readSealed(
  deps: StoreDeps,
  document: { id: string; storageKey: string },
): Promise<Buffer | null> {
  const store = await documentStore(deps.config)
  const sealed = await store.read(document.storageKey)
  return sealed && open(deps.secrets.dataKey, contextOf(document.id), sealed)
}

/**
 * Writes a copy under the current key and a new name; null when the file already uses that key, or
 * is gone. The old file stays until its row names the copy, so that a crash loses nothing.
 */
async function copySealedAnew(deps: StoreDeps, document: { id: string; storageKey: string }) {
  const store = await documentStore(deps.config)
  const sealed = await store.read(document.storageKey)
  if (!sealed || isCurrent(deps.secrets.dataKey, sealed)) return null
  const key = randomToken(24)
  await store.put(key, sealAnew(deps.secrets.dataKey, contextOf(document.id), sealed))
  return key
}

export async function discardFile(deps: Pick<Deps, 'config'>, key: string): Promise<void> {
  await (await documentStore(deps.config)).discard(key)
}

/** Deletes a person's documents: files before rows, so that no file is left without its row. */
export async function eraseDocuments(tx: Tx, deps: DataDeps, userId: string): Promise<void> {
  for (const key of await listStorageKeysOf(tx, userId)) await discardFile(deps, key)
  await deleteDocuments(tx, userId)
}

export async function filesOlderThan(deps: Pick<Deps, 'config'>, before: Date): Promise<string[]> {
  return await (await documentStore(deps.config)).olderThan(before)
}

/**
 * Re-encrypts document files with the current key. Safe to interrupt and to repeat: the job for
 * files without a row removes a copy whose row was not updated.
 */
export function resealDocuments(deps: Pick<Deps, 'db' | 'config' | 'secrets'>): Promise<Resealing> {
  return resealAll({
    after: (id) => listFilesAfter(deps.db, id),
    renew: async (document) => {
      const copy = await copySealedAnew(deps, document)
      if (copy === null) return false
      const moved = await moveDocument(deps.db, { ...document, to: copy })
      await discardFile(deps, moved ? document.storageKey : copy)
      return moved
    },
  })
}
