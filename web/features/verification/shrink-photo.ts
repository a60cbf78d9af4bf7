/** As large as the server keeps it: more would only cost the person data. */
const LONGEST_SIDE = 2000
const QUALITY = 0.85
/** Below this a photo travels as it is. */
const SMALL_BYTES = 1_500_000

/** The size of a picture brought within the longest side. */
export function sizeWithin(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height, 1))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** A lighter copy of a large photo; the same file when it is small or cannot be drawn. */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= SMALL_BYTES) return file
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const { width, height } = sizeWithin(picture.width, picture.height)
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
    picture.close()
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY)
    })
    if (!blob || blob.size >= file.size) return file
    return new File([blob], 'documento.jpg', { type: blob.type })
  } catch {
    return file
  }
}
