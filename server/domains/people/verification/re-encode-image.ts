import { REDRAWN_TYPE, redrawAndMeasure } from '#server/platform/image.ts'

/** Enough to read the smallest print of a document, in pixels. */
const SIDE_MAX = 2000

export const STORED_TYPE = REDRAWN_TYPE

/** `sharpness` and `brightness` as in `document-hints.ts`. */
export type StoredPhoto = { image: Buffer; quality: { sharpness: number; brightness: number } }

/**
 * The photo of a document, encoded again from its pixels, at most 2000 px a side, and measured.
 * Errors: `file_type_unsupported`, `image_too_large`, `file_unreadable`, `busy`.
 */
export async function reEncodeImage(bytes: Buffer): Promise<StoredPhoto> {
  return await redrawAndMeasure(bytes, { side: SIDE_MAX, fit: 'inside' })
}
