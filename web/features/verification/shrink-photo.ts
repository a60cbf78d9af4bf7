/** Longest side in px that the server stores: more would only waste the person's data plan. */
const LONGEST_SIDE = 2000
const QUALITY = 0.85
/** Files smaller than this number of bytes are not compressed. */
const SMALL_BYTES = 1_500_000

/** Scales a picture down to a limit of its longest side. */
export function sizeWithin(
  width: number,
  height: number,
  longest = LONGEST_SIDE,
): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** Compresses a large photo; returns the same file if it is small or cannot be decoded. */
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
