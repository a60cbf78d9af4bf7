import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPageOfPrint } from '#test/images.ts'
import { brightnessOf, sharpnessOf } from './photo-quality.ts'

// The thresholds are those of the server, and so is the printed page from which the pixels come.

let page: Buffer

beforeAll(async () => {
  page = await aPageOfPrint()
})

async function pixelsOf(bytes: Buffer) {
  const resized = sharp(bytes).resize({ width: 1000, height: 1000, fit: 'inside' }).ensureAlpha()
  const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

const blurred = async (sigma: number) =>
  sharpnessOf(await pixelsOf(await sharp(page).blur(sigma).jpeg().toBuffer()))

describe('the sharpness of a photo', () => {
  it('readable print is sharper than the limit, blurred print is not', async () => {
    expect(sharpnessOf(await pixelsOf(page))).toBeGreaterThan(2)
    expect(await blurred(1.5)).toBeGreaterThan(0.45)
    expect(await blurred(3)).toBeLessThan(0.45)
  })

  it('the sharpness of a picture without inner pixels is 0', () => {
    expect(sharpnessOf({ data: new Uint8ClampedArray(8), width: 2, height: 1 })).toBe(0)
  })
})

it('the brightness of a photo is its mean grey', async () => {
  expect(brightnessOf(await pixelsOf(page))).toBeGreaterThan(150)
  const night = await sharp(page).linear(0.12).png().toBuffer()
  expect(brightnessOf(await pixelsOf(night))).toBeLessThan(40)
})
