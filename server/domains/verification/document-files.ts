import path from 'node:path'
import type { BucketSettings, Config } from '#server/config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

const stores = new WeakMap<Config, Promise<FileStore>>()

/**
 * Where the images of documents are: the bucket that is configured, else a folder of this machine.
 * Errors of its functions: `unavailable` when the bucket does not answer or refuses us.
 */
export function documentStore(config: Config): Promise<FileStore> {
  const known = stores.get(config)
  if (known) return known
  const opened = open(config)
  stores.set(config, opened)
  return opened
}

async function open({ bucket, dataDir }: Config): Promise<FileStore> {
  const folder = folderStore(documentFolder(dataDir))
  return bucket ? beforeBucket(folder, await openBucket(bucket)) : folder
}

/** The files of a bucket. The client is large: only who uses it loads it. */
export async function openBucket(settings: BucketSettings): Promise<FileStore> {
  const { bucketStore } = await import('./bucket-store.ts')
  return bucketStore(settings)
}

export function documentFolder(dataDir: string): string {
  return path.join(dataDir, 'documents')
}

/**
 * New files go to the bucket; those that `npm run documents:move` has not moved yet are found in
 * the folder. It is asked first: a file leaves it only once the bucket has it. What is discarded
 * leaves the folder first, so that whoever moves it at this moment notices.
 */
function beforeBucket(folder: FileStore, bucket: FileStore): FileStore {
  return {
    put: (name, bytes) => bucket.put(name, bytes),
    read: async (name) => (await folder.read(name)) ?? (await bucket.read(name)),
    async discard(name) {
      await folder.discard(name)
      await bucket.discard(name)
    },
    olderThan: async (before) => [
      ...new Set([...(await folder.olderThan(before)), ...(await bucket.olderThan(before))]),
    ],
  }
}
