import path from 'node:path'
import type { Config } from '#server/config.ts'
import { type FileStore, openStore } from '#server/modules/foundation/files/index.ts'

const FOLDER = 'documents'

const stores = new WeakMap<Config, Promise<FileStore>>()

/**
 * Opens the store of document images: the configured bucket, else a folder of this machine (`npm
 * run documents:move` moves them). Errors of its functions: `unavailable`.
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
