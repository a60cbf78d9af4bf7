// Decodes images of strangers, in a process without secrets that cannot write files.
import sharp from 'sharp'
import { openPicture, type Refusal, Refused } from './picture.ts'

const QUALITY = 82

export type ImageJob = {
  bytes: Uint8Array
  /** MIME type by content. */
  mime: string
  side: number
  fit: 'inside' | 'cover'
  /** Whether the answer includes the image quality. */
  measure?: boolean
}

/** `sharpness`: from `stats()` of sharp. `brightness`: mean grey value, 0 to 255. */
export type ImageQuality = { sharpness: number; brightness: number }

/** `text`: the text of a PDF's first page; empty for a photo. */
export type ImageResult =
  | { image: Uint8Array; quality: ImageQuality | null; text: string }
  | { refused: Refusal }

/** Photos are measured at one size, since more pixels of the same page would look less sharp. */
const MEASURED_SIDE = 1_000

sharp.cache(false)
sharp.concurrency(1)

process.on('disconnect', () => process.exit())
process.on('message', (job: ImageJob) => {
  void redraw(job).then((result) => process.send?.(result))
})
// Warms up with a blank image, since the first image of a process takes longer.
const blank = { width: 64, height: 64, channels: 3 as const, background: '#000' }
const bytes = await sharp({ create: blank }).jpeg().toBuffer()
await redraw({ bytes, mime: 'image/jpeg', side: 8, fit: 'cover' })
process.send?.('ready')

async function redraw({ bytes, mime, side, fit, measure }: ImageJob): Promise<ImageResult> {
  try {
    const { pixels, text } = await openPicture(bytes, { mime, side })
    const image = await pixels
      .resize({ width: side, height: side, fit, withoutEnlargement: fit === 'inside' })
      .flatten({ background: 'white' })
      .webp({ quality: QUALITY })
      .toBuffer()
    return { image, quality: measure ? await qualityOf(image) : null, text }
  } catch (error) {
    return { refused: error instanceof Refused ? error.reason : 'file_unreadable' }
  }
}

async function qualityOf(image: Buffer): Promise<ImageQuality> {
  const { data, info } = await sharp(image)
    .resize({ width: MEASURED_SIDE, height: MEASURED_SIDE, fit: 'inside' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const { sharpness, channels: stats } = await sharp(data, {
    raw: { width, height, channels },
  }).stats()
  return { sharpness, brightness: stats[0]?.mean ?? 0 }
}
