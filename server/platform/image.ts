import { fileTypeFromBuffer } from 'file-type'
import { AppError, assert } from './errors.ts'
import { imagePool } from './image-pool.ts'
import type { ImageQuality } from './image-process.ts'
import { PDF, PHOTOS } from './picture-types.ts'

/** Decoded images are large: two run in parallel, twenty wait, further images are refused. */
const redrawIn = imagePool({ processes: 2, waiting: 20, timeLimitMs: 5_000 })

/** `by`: the sender, whose files wait for each other. `pdf`: whether a PDF is accepted too. */
type Shape = { by: string; side: number; fit: 'inside' | 'cover'; pdf?: boolean }

/**
 * Redraws an upload, upright and at most `side` px in each direction (`cover`: a square of exactly
 * that size), without metadata or appended data. Errors: `file_type_unsupported` (by content),
 * `image_too_large`, `file_unreadable`, `file_too_slow` (after 5 s), `busy`; of a PDF also
 * `pdf_password`, `pdf_empty`, `pdf_page_too_large`.
 */
export async function redrawImage(bytes: Buffer, { by, pdf, ...shape }: Shape): Promise<Buffer> {
  const mime = await typeOf(bytes, { pdf })
  return (await redrawIn(by, { bytes, mime, ...shape })).image
}

/** Redraws as `redrawImage`; also returns sharpness, brightness and the text of a PDF's page. */
export async function redrawAndMeasure(
  bytes: Buffer,
  { by, pdf, ...shape }: Shape,
): Promise<{ image: Buffer; quality: ImageQuality; text: string }> {
  const mime = await typeOf(bytes, { pdf })
  const { image, quality, text } = await redrawIn(by, { bytes, mime, ...shape, measure: true })
  assert(quality, 'a measured image')
  return { image, quality, text }
}

/** Side in px of the page that is drawn, and discarded, to check a PDF of which text is read. */
const READ_SIDE = 64

/** Returns the text of a PDF's first page; empty for a photo. Errors: those of `redrawImage`. */
export async function readPage(bytes: Buffer, { by }: Pick<Shape, 'by'>): Promise<string> {
  const mime = await typeOf(bytes, { pdf: true })
  return (await redrawIn(by, { bytes, mime, side: READ_SIDE, fit: 'inside' })).text
}

async function typeOf(bytes: Buffer, { pdf }: { pdf?: boolean | undefined }): Promise<string> {
  const type = await fileTypeFromBuffer(bytes)
  if (type && (PHOTOS.includes(type.mime) || (pdf && type.mime === PDF))) return type.mime
  if (!pdf) throw new AppError('file_type_unsupported')
  throw new AppError('file_type_unsupported', { message: PDF_TOO })
}

const PDF_TOO = 'Sube una foto JPG, PNG, WebP o HEIC, o un PDF.'
