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
  const typed = /^(?:cupo[ -]?)?([0-9a-f]{4})[ -]?([0-9a-f]{4})$/i.exec(text.trim())
  return typed && `${typed[1]}${typed[2]}`.toLowerCase()
}

function digitsOf(reference: string): string | null {
  const digits = reference.replaceAll('-', '').slice(-DISPLAY_CODE_DIGITS)
  return /^[0-9a-f]{8}$/i.test(digits) ? digits : null
}
