import { fileTypeFromBuffer } from 'file-type'
import { AppError, assert } from './errors.ts'
import { imagePool } from './image-pool.ts'
import type { ImageQuality } from './image-process.ts'

const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Decoded images are large: two in parallel, twenty in the queue, others are refused. */
const redrawIn = imagePool({ processes: 2, waiting: 20, timeLimitMs: 5_000 })

export const REDRAWN_TYPE = 'image/webp'

/**
 * A new image with the pixels of the upload and nothing else: upright, at most `side` px each way
 * (or, with `cover`, a square of exactly that), without position, camera, comments or whatever was
 * appended to the file.
 * Errors: `file_type_unsupported` by content, whatever the name; `image_too_large` by its header;
 * `file_unreadable`, also when it takes more than 5 s; `busy`.
 */
export async function redrawImage(bytes: Buffer, shape: Shape): Promise<Buffer> {
  await assertType(bytes)
  return (await redrawIn({ bytes, ...shape })).image
}

type Shape = { side: number; fit: 'inside' | 'cover' }

/** As `redrawImage`, with how sharp and how bright the new image is. */
export async function redrawAndMeasure(
  bytes: Buffer,
  shape: Shape,
): Promise<{ image: Buffer; quality: ImageQuality }> {
  await assertType(bytes)
  const { image, quality } = await redrawIn({ bytes, ...shape, measure: true })
  assert(quality, 'a measured image')
  return { image, quality }
}

async function assertType(bytes: Buffer): Promise<void> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !ACCEPTED.has(type.mime)) throw new AppError('file_type_unsupported')
}
