// MIME types of files that are opened as pictures, apart from the programs that open them.

/** Type of every image that we drew from an upload. */
export const REDRAWN_TYPE = 'image/webp'
export const PDF = 'application/pdf'

const HEIC = ['image/heic', 'image/heif']

/** Photos of cameras and phones. */
export const PHOTOS: readonly string[] = ['image/jpeg', 'image/png', 'image/webp', ...HEIC]

export function isHeic(mime: string): boolean {
  return HEIC.includes(mime)
}

/** Whether the type is decoded by a WebAssembly program. */
export function needsWasm(mime: string): boolean {
  return mime === PDF || isHeic(mime)
}
