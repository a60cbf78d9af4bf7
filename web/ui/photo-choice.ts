import { useObjectUrl } from '#web/lib/object-url.ts'

/** MIME types of photos that the server accepts. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif'

const PDF = 'application/pdf'
/** Photos and PDFs, of which the server draws the first page. */
export const PAPER_TYPES = `${PHOTO_TYPES},${PDF}`

/** MIME type of a file; some systems know HEIC and PDF by the ending of the name only. */
function typeOf({ type, name }: File): string {
  if (type) return type
  if (/\.pdf$/i.test(name)) return PDF
  return /\.(heic|heif)$/i.test(name) ? 'image/heic' : ''
}

export function isPdf(file: File): boolean {
  return typeOf(file) === PDF
}

/**
 * Returns the object URL of the chosen file, or null when it is not a picture. Some browsers cannot
 * show a HEIC photo.
 */
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
  const types = accept.split(',')
  if (!types.includes(typeOf(file))) {
    return types.includes(PDF)
      ? 'Sube una foto JPG, PNG, WebP o HEIC, o un PDF.'
      : 'Sube una foto JPG, PNG, WebP o HEIC.'
  }
  if (file.size <= maxBytes) return null
  const what = isPdf(file) ? 'El PDF' : 'La foto'
  return `${what} pesa ${megabytes(file.size)}; el máximo es ${megabytes(maxBytes)}.`
}
