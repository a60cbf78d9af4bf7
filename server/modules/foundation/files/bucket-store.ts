import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { BucketSettings } from '#server/config.ts'
import { AppError } from '#server/platform/errors.ts'
import type { FileStore } from './file-store.ts'
import { namesBefore } from './names-before.ts'

const CONNECT_MS = 3_000
const ANSWER_MS = 15_000
const ATTEMPTS = 3

/** Opens a store in a bucket; `olderThan` skips its folders. Errors: `unavailable`. */
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
    // Access control lists per file are off by default at Amazon, and unsupported by many others.
    supportsACL: false,
    // Only Amazon supports checksums in a trailer; sealed files have their own authentication tag.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS },
  } as const
}

/** Reads a file, or null for `NoSuchKey`. A missing bucket answers 404 too, and must throw. */
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
