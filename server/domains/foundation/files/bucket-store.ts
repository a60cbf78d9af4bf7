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
 * Files in a bucket. `olderThan` does not name files in folders of the bucket.
 * Errors: `unavailable` when the bucket does not answer, or refuses us.
 */
export function bucketStore(settings: BucketSettings): FileStore {
  const disk = new Disk(new S3Driver(driverOptions(settings)))
  return {
    async put(name, bytes) {
      const isTaken = await answered(() => disk.exists(name))
      if (isTaken) throw new Error(`there is a file ${name} in the bucket`)
      await answered(() => disk.put(name, bytes, { contentType: 'application/octet-stream' }))
    },
    read: (name) => answered(() => readOrNull(disk, name)),
    discard: (name) => answered(() => disk.delete(name)),
    olderThan: (before) => answered(() => namesBefore(disk, before)),
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
