import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { BucketSettings } from '#server/config.ts'
import { AppError } from '#server/platform/errors.ts'
import type { FileStore } from './file-store.ts'
import { namesBefore } from './names-before.ts'

const CONNECT_MS = 3_000
const ANSWER_MS = 15_000
const ATTEMPTS = 3

/**
 * Files in a bucket, or in one folder of it: a store without a folder does not name the files of
 * folders. Errors: `unavailable` when the bucket does not answer, or refuses us.
 */
export function bucketStore(settings: BucketSettings, folder = ''): FileStore {
  const disk = new Disk(new S3Driver(driverOptions(settings)))
  const keyOf = (name: string) => (folder ? `${folder}/${name}` : name)
  return {
    async put(name, bytes) {
      const key = keyOf(name)
      const isTaken = await answered(() => disk.exists(key))
      if (isTaken) throw new Error(`there is a file ${key} in the bucket`)
      await answered(() => disk.put(key, bytes, { contentType: 'application/octet-stream' }))
    },
    read: (name) => answered(() => readOrNull(disk, keyOf(name))),
    discard: (name) => answered(() => disk.delete(keyOf(name))),
    olderThan: (before) => answered(() => namesBefore(disk, before, folder)),
  }
}

function driverOptions({ keys, pathStyle, ...settings }: BucketSettings) {
  return {
    ...settings,
    ...(keys ? { credentials: keys } : {}),
    forcePathStyle: pathStyle,
    visibility: 'private',
    // Lists of rights per file are off at Amazon by default, and unknown to many others.
    supportsACL: false,
    // Checksums in a trailer are Amazon's own; sealed files carry a tag of their own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  } as const
}

/** A bucket that is not there answers 404 too: only a file by this name counts as missing. */
async function readOrNull(disk: Disk, name: string): Promise<Buffer | null> {
  try {
    return Buffer.from(await disk.getBytes(name))
  } catch (error) {
    if ((error as { cause?: { name?: string } }).cause?.name === 'NoSuchKey') return null
    throw error
  }
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new AppError('unavailable', { cause })
  }
}
