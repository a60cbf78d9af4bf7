import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { FileStore } from '#server/domains/foundation/files/files.public.ts'
import { openStore } from '#server/domains/foundation/files/files.public.ts'

const FOLDER = 'documents'

const stores = new WeakMap<Config, Promise<FileStore>>()

/**
 * Where the images of documents are: the bucket that is configured, else a folder of this machine.
 * `npm run documents:move` moves them from one to the other.
 * Errors of its functions: `unavailable` when the bucket does not answer or refuses us.
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
