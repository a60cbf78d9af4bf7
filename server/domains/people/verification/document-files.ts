import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { FileStore } from '#server/domains/foundation/files/files.public.ts'
import { openStore } from '#server/domains/foundation/files/files.public.ts'

const FOLDER = 'documents'

const stores = new WeakMap<Config, Promise<FileStore>>()

/**
 * Opens the store of document images: the configured bucket, else a folder of this machine. `npm
 * run documents:move` moves the images from the folder to the bucket.
 * Errors of its functions: `unavailable` when the bucket does not answer or refuses access.
 */
export function documentStore(config: Config): Promise<FileStore> {
  const known = stores.get(config)
  if (known) return known
  const opened = openStore(config, FOLDER)
  stores.set(config, opened)
  return opened
}

export function documentFolder(dataDir: string): string {
  return path.join(dataDir, FOLDER)
}
