import { REDRAWN_TYPE, redrawAndMeasure } from '#server/platform/image.ts'

/** Maximum side in pixels: enough to read the smallest print of a document. */
const SIDE_MAX = 2000

export const STORED_TYPE = REDRAWN_TYPE

/** Re-encoded photo; for `sharpness` and `brightness` see `document-hints.ts`. */
export type StoredPhoto = { image: Buffer; quality: { sharpness: number; brightness: number } }

/**
 * Re-encodes a document photo from its pixels, at most 2000 px a side, and measures it.
 * Errors: `file_type_unsupported`, `image_too_large`, `file_unreadable`, `busy`.
 */
export async function reEncodeImage(bytes: Buffer): Promise<StoredPhoto> {
  return await redrawAndMeasure(bytes, { side: SIDE_MAX, fit: 'inside' })
}
