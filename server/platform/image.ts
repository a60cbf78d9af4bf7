import { fileTypeFromBuffer } from 'file-type'
import { AppError, assert } from './errors.ts'
import { imagePool } from './image-pool.ts'
import type { ImageQuality } from './image-process.ts'

const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp'])

/** Decoded images are large: two run in parallel, twenty wait, further images are refused. */
const redrawIn = imagePool({ processes: 2, waiting: 20, timeLimitMs: 5_000 })

export const REDRAWN_TYPE = 'image/webp'

/**
 * Redraws an upload, upright and at most `side` px in each direction (`cover`: a square of exactly
 * that size), without metadata or appended data. Errors: `file_type_unsupported` (by content),
 * `image_too_large`, `file_unreadable` (also after 5 s), `busy`.
 */
export async function redrawImage(bytes: Buffer, shape: Shape): Promise<Buffer> {
  await assertType(bytes)
  return (await redrawIn({ bytes, ...shape })).image
}

type Shape = { side: number; fit: 'inside' | 'cover' }

/** Redraws as `redrawImage`, and returns sharpness and brightness of the new image. */
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
