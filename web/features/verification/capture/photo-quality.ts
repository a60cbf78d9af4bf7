/** Possible problems of a photo, measured on the device. They only warn and never block. */
import { sizeWithin } from '../shrink-photo.ts'

export type PhotoWarning = 'blurred' | 'dark' | 'small'

export const warningWords: Record<PhotoWarning, string> = {
  blurred: 'Parece borrosa: apoya el teléfono y enfoca.',
  dark: 'Parece oscura: acércate a una ventana.',
  small: 'Es muy pequeña: quizá no se lean las letras.',
}

/**
 * As the server judges it (`verification/document-hints.ts`): standard deviation of a Laplacian,
 * divided by 9, at 1000 px, and mean grey from 0 to 255.
 */
const BLURRED_BELOW = 0.45
const DARK_BELOW = 40
const MEASURED_SIDE = 1_000
/** Minimum of the longer side in px: below it the print of a card is not readable. */
const SMALL_BELOW = 800

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** Sharpness of RGBA pixels of a photo scaled to 1000 px. */
export function sharpnessOf({ data, width, height }: Pixels): number {
  const grey = greyOf(data)
  const at = (x: number, y: number) => grey[y * width + x] ?? 0
  let count = 0
  let sum = 0
  let squares = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const around = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)
      const edge = 4 * at(x, y) - around
      count += 1
      sum += edge
      squares += edge * edge
    }
  }
  if (count === 0) return 0
  return Math.sqrt(squares / count - (sum / count) ** 2) / 9
}

export function brightnessOf({ data }: Pick<Pixels, 'data'>): number {
  const grey = greyOf(data)
  return grey.reduce((sum, each) => sum + each, 0) / Math.max(1, grey.length)
}

/** Weights of red, green and blue as in ITU-R BT.709. */
function greyOf(data: Uint8ClampedArray): Float32Array {
  const grey = new Float32Array(data.length / 4)
  for (let i = 0; i < grey.length; i += 1) {
    const [red = 0, green = 0, blue = 0] = [data[i * 4], data[i * 4 + 1], data[i * 4 + 2]]
    grey[i] = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  return grey
}

/** Warnings about a photo; none if it cannot be decoded here: the server checks it too. */
export async function warningsOf(file: File): Promise<PhotoWarning[]> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const longest = Math.max(picture.width, picture.height)
    const { width, height } = sizeWithin(picture.width, picture.height, MEASURED_SIDE)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const drawing = canvas.getContext('2d', { willReadFrequently: true })
    drawing?.drawImage(picture, 0, 0, width, height)
    picture.close()
    if (!drawing) return []
    const pixels = drawing.getImageData(0, 0, width, height)
    return [
      ...(sharpnessOf(pixels) < BLURRED_BELOW ? ['blurred' as const] : []),
      ...(brightnessOf(pixels) < DARK_BELOW ? ['dark' as const] : []),
      ...(longest < SMALL_BELOW ? ['small' as const] : []),
    ]
  } catch {
    return []
  }
}
