import { useObjectUrl } from '#web/lib/object-url.ts'

/** MIME types of photos that the server accepts. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp'

/** Returns the object URL of the chosen file, or null when it is not a picture. */
export function usePreview(file: File | null): string | null {
  return useObjectUrl(file?.type.startsWith('image/') ? file : null)
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 104_857.6) / 10} MB`.replace('.', ',')
}

/** Returns the reason why a file cannot be sent; null when it can. */
export function photoProblem(
  file: File,
  { accept = PHOTO_TYPES, maxBytes }: { accept?: string; maxBytes: number },
): string | null {
  if (!accept.split(',').includes(file.type)) return 'Sube una foto JPG, PNG o WebP.'
  if (file.size <= maxBytes) return null
  return `La foto pesa ${megabytes(file.size)}; el máximo es ${megabytes(maxBytes)}.`
}
