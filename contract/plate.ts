import { bareText } from './typed-text.ts'

/** Reads the plate of a private car as `ABC123`; null when the text is not a plate. */
export function readPlate(text: string): string | null {
  const plate = bareText(text).toUpperCase()
  return /^[A-Z]{3}[0-9]{3}$/.test(plate) ? plate : null
}
