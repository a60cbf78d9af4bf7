// Images for tests, made byte by byte where no program would write them.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { documentPhoto } from '#server/demo/documents.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** One chunk of a PNG with its checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A valid black PNG of any size in px: kilobytes that decode to `width` × `height`. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8 // Bit depth of the single grey channel.
  // Each row has a filter byte and its pixels.
  const rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 })
  return pngOf(pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0)))
}

export function pngOf(...chunks: Buffer[]): Buffer {
  return Buffer.concat([SIGNATURE, ...chunks])
}

/** A sharp photo of a document; another number gives another photo. */
export function aPageOfPrint(number = '1.032.987.654'): Promise<Buffer> {
  return documentPhoto('Cédula de ciudadanía', ['Marta Ruiz', number])
}

/** A small photo as a phone would send it. */
export function aPhoto(): Promise<Buffer> {
  const create = { width: 640, height: 480, channels: 3 as const, background: '#3a7' }
  return sharp({ create }).jpeg().toBuffer()
}
