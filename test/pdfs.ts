// PDF files for tests, written byte by byte so that each can be wrong in its own way.
import { constants, deflateRawSync } from 'node:zlib'

const NEWLINE = '\n'

/** A PDF of the given objects, the first of which is the catalogue, with a correct table. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [i, body] of objects.entries()) {
    offsets.push(length())
    parts.push(Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n'))
  }
  const start = length()
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `trailer<</Root 1 0 R/Size ${size}${trailer}>>\nstartxref\n${start}\n%%EOF\n`
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${end}`))
  return Buffer.concat(parts)
}

/** Contents of a page as an object of a PDF. */
function streamOf(content: string | Buffer, dictionary = ''): Buffer {
  const bytes = Buffer.from(content)
  const head = `<<${dictionary}/Length ${bytes.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream')])
}

type Page = { lines?: readonly string[]; box?: string; extra?: string }

/** A PDF of one page with lines of text, by default of A4 size in points. */
export function aPdf({ lines = [], box = '0 0 595 842', extra = '' }: Page = {}): Buffer {
  const escaped = lines.map((line) => line.replace(/[()\\]/g, '\\$&'))
  const text = escaped.map((line) => `(${line}) Tj T*`).join(NEWLINE)
  const font = '<</Font<</F1 5 0 R>>>>'
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${extra}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R/Resources${font}>>`,
    streamOf(Buffer.from(`BT /F1 16 Tf 20 TL 40 780 Td\n${text}\nET`, 'latin1')),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ])
}

/** A PDF without pages. */
export function emptyPdf(): Buffer {
  return pdfOf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'])
}

/** A PDF that needs a password to be opened: RC4 of 40 bits, with keys that fit no password. */
export function lockedPdf(): Buffer {
  const key = `<${'28'.repeat(32)}>`
  const locks = `/Encrypt<</Filter/Standard/V 1/R 2/O ${key}/U ${key}/P -4>>`
  return pdfOf(
    ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'],
    `${locks}/ID[<00><00>]`,
  )
}

/** A page whose contents, or whose picture, is the given one. */
function pageWith(contents: Buffer, picture?: Buffer): Buffer {
  const resources = picture ? '<</XObject<</I 5 0 R>>>>' : '<<>>'
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources${resources}>>`,
    contents,
    ...(picture ? [picture] : []),
  ])
}

const MEGABYTE = 2 ** 20

/** Zeros as a zlib stream: whole megabytes repeat one block, as compressing 600 MB takes 3 s. */
function deflatedZeros(length: number): Buffer {
  const { Z_FULL_FLUSH: finishFlush } = constants
  const block = deflateRawSync(Buffer.alloc(MEGABYTE), { level: 9, finishFlush })
  const blocks = Array.from({ length: Math.floor(length / MEGABYTE) }, () => block)
  const rest = deflateRawSync(Buffer.alloc(length % MEGABYTE), { level: 9 })
  // Adler-32 (RFC 1950) of zeros: the sum of bytes stays 1, and is added up `length` times.
  const sum = Buffer.alloc(4)
  sum.writeUInt16BE(length % 65_521, 0)
  sum.writeUInt16BE(1, 2)
  return Buffer.concat([Buffer.from('78da', 'hex'), ...blocks, rest, sum])
}

/** 400 kB that decode to a picture of `side` × `side` px; 12,000 px take about 10 s. */
export function pictureBomb(side: number): Buffer {
  const size = `/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8`
  const zeros = deflatedZeros(side * side * 3)
  const picture = streamOf(zeros, `/Type/XObject/Subtype/Image${size}/Filter/FlateDecode`)
  return pageWith(streamOf('q 500 0 0 500 0 0 cm /I Do Q'), picture)
}

/**
 * PDFs with scripts, files and links of an attacker, truncated ones, and ones that lie. None may
 * pass where only photos are accepted; `canary` is text that no answer may contain.
 */
export function hostilePdfs(canary: string): { name: string; bytes: Buffer }[] {
  const script = `/OpenAction<</S/JavaScript/JS(app.alert\\('${canary}'\\))>>`
  const launch = `/OpenAction<</S/Launch/F(${canary})>>`
  const whole = aPdf({ lines: [canary] })
  const noisy = Buffer.from(whole)
  for (let at = 12; at < noisy.length; at += 11) noisy[at] = (noisy[at] ?? 0) ^ 0x5a
  return [
    { name: 'pdf with a script', bytes: aPdf({ extra: script }) },
    { name: 'pdf that starts a program', bytes: aPdf({ extra: launch }) },
    { name: 'pdf and html', bytes: Buffer.concat([whole, Buffer.from(`<script>${canary}`)]) },
    { name: 'pdf of 200 bytes', bytes: whole.subarray(0, 200) },
    { name: 'pdf with changed bytes', bytes: noisy },
    { name: 'pdf without pages', bytes: emptyPdf() },
    { name: 'pdf with a password', bytes: lockedPdf() },
    { name: 'pdf of a huge page', bytes: aPdf({ box: '0 0 20000 20000' }) },
    { name: 'pdf of a thin page', bytes: aPdf({ box: '0 0 4 9000' }) },
    { name: 'pdf of an infinite page', bytes: aPdf({ box: '0 0 1e30 1e30' }) },
    { name: 'pdf with a picture of 48 MB', bytes: pictureBomb(4_000) },
    { name: 'pdf that is its own parent', bytes: pdfOf(['<</Type/Catalog/Pages 1 0 R>>']) },
  ]
}
