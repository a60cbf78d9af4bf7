// Opens a file of a stranger as pixels: photos by sharp, HEIC and PDF by WebAssembly programs.
import type { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import { isHeic, PDF } from './picture-types.ts'

/** Limits of an image: above panoramas of any phone, below sizes that exhaust the memory. */
const SIDE_MAX = 16_384
const PIXELS_MAX = 60_000_000
/** HEIC needs about 12 bytes a pixel to decode; phones send 12 or 24 megapixels. */
const HEIC_PIXELS_MAX = 26_000_000
/** Largest side of a PDF page in points (1/72 inch): the limit of the format, 5 metres. */
const PAGE_SIDE_MAX = 14_400
/** A page below this ratio of its sides would be a line of a few pixels. */
const PAGE_RATIO_MIN = 1 / 30
/** Characters of a page that are read; papers with dates have fewer than 10,000. */
const TEXT_MAX = 20_000

export type Refusal =
  | 'image_too_large'
  | 'file_unreadable'
  | 'pdf_password'
  | 'pdf_empty'
  | 'pdf_page_too_large'

/** A reason to refuse a file, which the person is told. */
export class Refused extends Error {
  readonly reason: Refusal

  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** `text`: the text of the first page of a PDF; empty for a photo. */
export type Picture = { pixels: Sharp; text: string }

/**
 * Opens a photo, or the first page of a PDF with its longest side at `side` px. Throws `Refused`,
 * or any other error for a file that nothing can read.
 */
export async function openPicture(
  bytes: Uint8Array,
  { mime, side }: { mime: string; side: number },
): Promise<Picture> {
  if (mime === PDF) return await openPage(bytes, side)
  return { pixels: isHeic(mime) ? await openHeic(bytes) : await openPhoto(bytes, mime), text: '' }
}

const END_OF_JPEG = Buffer.from([0xff, 0xd9])

/** Some phones save JPEG files without the end mark, which libvips takes for a cut file. */
async function openPhoto(bytes: Uint8Array, mime: string): Promise<Sharp> {
  const lacksEnd = mime === 'image/jpeg' && !END_OF_JPEG.equals(bytes.subarray(-2))
  const whole = lacksEnd ? Buffer.concat([bytes, END_OF_JPEG]) : bytes
  // Reads only the header; nothing is decoded yet.
  const { width, height } = await sharp(whole, { limitInputPixels: false }).metadata()
  assertSize({ width, height }, PIXELS_MAX)
  // With an end mark of ours, missing data are only a warning.
  const failOn = lacksEnd ? 'warning' : 'error'
  return sharp(whole, { limitInputPixels: PIXELS_MAX, failOn }).autoOrient()
}

/** libheif applies the rotation that the file declares. */
async function openHeic(bytes: Uint8Array): Promise<Sharp> {
  const { default: heic } = await import('heic-decode')
  const images = await heic.all({ buffer: bytes })
  try {
    const [first] = images
    if (!first) throw new Refused('file_unreadable')
    assertSize(first, HEIC_PIXELS_MAX)
    const { data, width, height } = await first.decode()
    return sharp(data, { raw: { width, height, channels: 4 } })
  } finally {
    images.dispose()
  }
}

function assertSize({ width, height }: { width: number; height: number }, pixelsMax: number): void {
  if (Math.max(width, height) > SIDE_MAX || width * height > pixelsMax) {
    throw new Refused('image_too_large')
  }
}

let pdfium: Promise<PDFiumLibrary> | undefined

async function loadPdfium(): Promise<PDFiumLibrary> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium')
  return await PDFiumLibrary.init()
}

async function openPage(bytes: Uint8Array, side: number): Promise<Picture> {
  pdfium ??= loadPdfium()
  const library = await pdfium
  const pdf = await library.loadDocument(bytes).catch((error: unknown) => {
    throw new Refused(isLocked(error) ? 'pdf_password' : 'file_unreadable')
  })
  try {
    if (pdf.getPageCount() < 1) throw new Refused('pdf_empty')
    const page = pdf.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const [short = 0, long = 0] = [originalWidth, originalHeight].sort((a, b) => a - b)
    if (long > PAGE_SIDE_MAX) throw new Refused('pdf_page_too_large')
    if (!(short / long >= PAGE_RATIO_MIN)) throw new Refused('file_unreadable')
    const text = page.getText().slice(0, TEXT_MAX)
    const { data, width, height } = await page.render({ scale: side / long, render: 'bitmap' })
    return { pixels: sharp(data, { raw: { width, height, channels: 4 } }), text }
  } finally {
    pdf.destroy()
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && /password/i.test(error.message)
}
