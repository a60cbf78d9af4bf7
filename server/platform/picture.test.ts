import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { heicPhoto } from '#test/heic.ts'
import { aPhoto } from '#test/images.ts'
import { aPdf, emptyPdf, lockedPdf, pdfOf } from '#test/pdfs.ts'
import { readPage, redrawAndMeasure, redrawImage } from './image.ts'

const whole = { by: 'ana', side: 800, fit: 'inside' as const }
const pdfToo = { ...whole, pdf: true }

/** Red, green and blue at a place of a picture, in shares of its sides. */
async function colourAt(image: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const column = Math.floor(info.width * x)
  const at = (Math.floor(info.height * y) * info.width + column) * info.channels
  return [...data.subarray(at, at + 3)]
}

describe('a JPEG photo', () => {
  const noise = { raw: { width: 300, height: 200, channels: 3 as const } }
  const jpeg = sharp(randomBytes(300 * 200 * 3), noise)
    .jpeg()
    .toBuffer()

  it('that lacks only its end mark is redrawn', async () => {
    const image = await redrawImage((await jpeg).subarray(0, -2), whole)
    expect((await sharp(image).metadata()).width).toBe(300)
  })

  it.each([40, 20_000])('of which the last %i bytes are missing is unreadable', async (missing) => {
    const cut = (await jpeg).subarray(0, -missing)
    await expect(redrawImage(cut, whole)).rejects.toMatchObject({ code: 'file_unreadable' })
  })

  it('with other data after its end mark is redrawn', async () => {
    const followed = Buffer.concat([await jpeg, Buffer.from('motion photo')])
    expect((await redrawImage(followed, whole)).length).toBeGreaterThan(0)
  })
})

describe('a HEIC photo', () => {
  it('redraws a HEIC photo as WebP with the same colours', async () => {
    const image = await redrawImage(heicPhoto, whole)
    const { format, width, height } = await sharp(image).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 96, height: 64 })
    const [topLeft, topRight] = [
      await colourAt(image, 0.25, 0.25),
      await colourAt(image, 0.75, 0.25),
    ]
    expect(topLeft[0]).toBeGreaterThan(200)
    expect(topRight[0]).toBeLessThan(60)
  })

  it('of which a part is missing is unreadable, and the next photo is redrawn', async () => {
    const cut = heicPhoto.subarray(0, 400)
    await expect(redrawImage(cut, whole)).rejects.toMatchObject({ code: 'file_unreadable' })
    expect((await redrawImage(await aPhoto(), whole)).length).toBeGreaterThan(0)
  })
})

describe('a PDF', () => {
  it('draws and measures the first page of a PDF', async () => {
    const { image, quality } = await redrawAndMeasure(aPdf({ lines: ['SOAT'] }), pdfToo)
    const { format, width, height } = await sharp(image).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 565, height: 800 })
    expect(quality.brightness).toBeGreaterThan(200)
    expect(image.toString('latin1')).not.toContain('SOAT')
  })

  it('gives the text of its first page', async () => {
    expect(await readPage(aPdf({ lines: ['Revisión', 'Vence 12/05/2027'] }), whole)).toBe(
      'Revisión\r\nVence 12/05/2027',
    )
  })

  it.each([
    ['with a password', lockedPdf(), 'pdf_password'],
    ['without pages', emptyPdf(), 'pdf_empty'],
    ['with a page above 5 metres', aPdf({ box: '0 0 20000 20000' }), 'pdf_page_too_large'],
    ['with a page of one line of pixels', aPdf({ box: '0 0 4 9000' }), 'file_unreadable'],
    ['without a page tree', pdfOf(['<</Type/Catalog>>']), 'pdf_empty'],
    ['that is only a header', Buffer.from('%PDF-1.7\n'), 'file_unreadable'],
  ])('%s is refused with its own code', async (_what, bytes, code) => {
    await expect(redrawImage(bytes, pdfToo)).rejects.toMatchObject({ code })
  })

  it('refuses a PDF where only photos are accepted', async () => {
    const refused = redrawImage(aPdf(), whole)
    await expect(refused).rejects.toMatchObject({ code: 'file_type_unsupported' })
  })
})
