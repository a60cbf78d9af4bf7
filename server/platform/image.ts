import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { AppError } from './errors.ts'
import { keyedSemaphore } from './semaphore.ts'

const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp'])
const QUALITY = 82
/** Above any phone's camera, below what would exhaust the memory once unpacked. */
const PIXELS_MAX = 60_000_000

/** Unpacked images are large: two at once, twenty waiting, the rest refused. */
const gate = keyedSemaphore(2, 20)
sharp.cache(false)
sharp.concurrency(1)

export const REDRAWN_TYPE = 'image/webp'

/**
 * A new image with the pixels of the upload and nothing else: upright, at most `side` px each way
 * (or, with `cover`, a square of exactly that), without position, camera, comments or whatever was
 * appended to the file.
 * Errors: `file_type_unsupported` by content, whatever the name; `file_unreadable`; `busy`.
 */
export async function redrawImage(
  bytes: Buffer,
  shape: { side: number; fit: 'inside' | 'cover' },
): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !ACCEPTED.has(type.mime)) throw new AppError('file_type_unsupported')
  return await gate('image', () => redraw(bytes, shape))
}

async function redraw(
  bytes: Buffer,
  { side, fit }: { side: number; fit: 'inside' | 'cover' },
): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit, withoutEnlargement: fit === 'inside' })
      .flatten({ background: 'white' })
      .webp({ quality: QUALITY })
      .toBuffer()
  } catch {
    throw new AppError('file_unreadable')
  }
}
