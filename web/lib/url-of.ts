/** Parses an address; null if it is none (`URL.canParse` needs Chrome 120 and Safari 17). */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
