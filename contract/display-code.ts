import { bareText } from './typed-text.ts'

/** Characters at the end of a reference or id that make its display code. They are random. */
const DISPLAY_CODE_DIGITS = 8

/**
 * Short form of a reference, or of the id of a booking or trip, for people to read out, such as
 * `CUPO-1A2B-3C4D`. It is no key: two references can have the same one, so a search by it lists all
 * of them. A text that is too short for it stays as it is.
 */
export function displayCode(reference: string): string {
  const digits = digitsOf(reference)
  if (digits === null) return reference
  return `CUPO-${digits.slice(0, 4)}-${digits.slice(4)}`.toUpperCase()
}

/** The digits in a display code as somebody typed it, in lower case; null for other texts. */
export function typedDisplayCode(text: string): string | null {
  const [, named, digits] = /^(cupo)?([0-9a-foil]{8})$/i.exec(bareText(text)) ?? []
  if (!digits || !(named || /\d/.test(digits))) return null
  // The code has digits up to F: an `O` is a zero, an `I` or `L` a one.
  return digits.toLowerCase().replaceAll('o', '0').replace(/[il]/g, '1')
}

function digitsOf(reference: string): string | null {
  const digits = reference.replaceAll('-', '').slice(-DISPLAY_CODE_DIGITS)
  return /^[0-9a-f]{8}$/i.test(digits) ? digits : null
}
