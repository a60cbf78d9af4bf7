import path from 'node:path'
import type { BucketSettings, Config } from '#server/config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

/**
 * Opens a store in the configured bucket, else in a folder of `dataDir`. Files still in the folder
 * are found, so a bucket can be added later. Errors of its functions: `unavailable`.
 */
export async function openStore(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  folderName: string,
): Promise<FileStore> {
  const folder = folderStore(path.join(dataDir, folderName))
  return bucket ? beforeBucket(folder, await openBucket(bucket)) : folder
}

/** Opens the store of a bucket. The client is large, so it is loaded only here. */
export async function openBucket(settings: BucketSettings): Promise<FileStore> {
  const { bucketStore } = await import('./bucket-store.ts')
  return bucketStore(settings)
}

/**
 * Combines a folder with a bucket. New files go to the bucket. Reads try the folder first, since a
 * file leaves the folder only once the bucket has it. Discarding starts with the folder, so that a
 * process that moves the file at this moment notices it.
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
