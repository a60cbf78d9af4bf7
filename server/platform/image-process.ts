// Decodes images of strangers, in a process without secrets that cannot write files.
import sharp from 'sharp'

/** Limits of an image: above panoramas of any phone, below sizes that exhaust the memory. */
const SIDE_MAX = 16_384
const PIXELS_MAX = 60_000_000
const QUALITY = 82

export type ImageJob = {
  bytes: Uint8Array
  side: number
  fit: 'inside' | 'cover'
  /** Whether the answer includes the image quality. */
  measure?: boolean
}

/** `sharpness`: from `stats()` of sharp. `brightness`: mean grey value, 0 to 255. */
export type ImageQuality = { sharpness: number; brightness: number }

export type ImageResult =
  | { image: Uint8Array; quality: ImageQuality | null }
  | { refused: 'image_too_large' | 'file_unreadable' }

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
await redraw({ bytes: await sharp({ create: blank }).jpeg().toBuffer(), side: 8, fit: 'cover' })
process.send?.('ready')

async function redraw({ bytes, side, fit, measure }: ImageJob): Promise<ImageResult> {
  try {
    // Reads only the header; nothing is decoded yet.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (Math.max(width, height) > SIDE_MAX || width * height > PIXELS_MAX) {
      return { refused: 'image_too_large' }
    }
    const image = await sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .autoOrient()
      .resize({ width: side, height: side, fit, withoutEnlargement: fit === 'inside' })
      .flatten({ background: 'white' })
      .webp({ quality: QUALITY })
      .toBuffer()
    return { image, quality: measure ? await qualityOf(image) : null }
  } catch {
    return { refused: 'file_unreadable' }
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
