import path from 'node:path'
import type { BucketSettings, Config } from '#server/config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

/**
 * Files in a folder of `dataDir`, or in the bucket where one is configured. A file that is still in
 * the folder is found, so that a bucket can be added later.
 * Errors of its functions: `unavailable` when the bucket does not answer or refuses us.
 */
export async function openStore(
  { bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>,
  folderName: string,
): Promise<FileStore> {
  const folder = folderStore(path.join(dataDir, folderName))
  return bucket ? beforeBucket(folder, await openBucket(bucket)) : folder
}

/** The files of a bucket. The client is large: only who uses it loads it. */
export async function openBucket(settings: BucketSettings): Promise<FileStore> {
  const { bucketStore } = await import('./bucket-store.ts')
  return bucketStore(settings)
}

/**
 * New files go to the bucket. The folder is asked first: a file leaves it only once the bucket has
 * it. What is discarded leaves the folder first, so that whoever moves it at this moment notices.
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
