import { hasContact, isPartOfNumber } from './scan-notes.ts'

/** Text that replaces contact data. */
export const MASK = '•••'

/** Limit of words over which one telephone number or address is searched. */
const WINDOW_WORDS = 16

/** A line with more words is hidden as a whole, to bound the time. */
const WORDS_MAX = 200

/** Replaces contact data and names of other apps by `•••`, also across lines (`hasContact`). */
export function maskContact(text: string): string {
  if (!hasContact(text)) return text
  const masked = text.split('\n').map(maskLine).join('\n')
  return hasContact(masked) ? MASK : masked
}

/** Masks the shortest runs of words that contain contact data. */
function maskLine(line: string): string {
  if (!hasContact(line)) return line
  // Each word includes the space after it.
  const words = line.match(/\S+\s*/gu) ?? []
  if (words.length > WORDS_MAX) return MASK
  const shown: string[] = []
  let masked = false
  for (const word of words) {
    // Digits after a masked number belong to the number.
    if (masked && isPartOfNumber(word)) continue
    shown.push(word)
    const from = startOfContact(shown)
    masked = from !== null
    if (from === null) continue
    shown.splice(from, shown.length - from, `${MASK} `)
  }
  return shown.join('').trimEnd()
}

/** Finds where the shortest run with contact data begins that ends with the last word. */
function startOfContact(words: readonly string[]): number | null {
  const first = Math.max(0, words.length - WINDOW_WORDS)
  if (!hasContact(words.slice(first).join(''))) return null
  for (let from = words.length - 1; from >= first; from -= 1) {
    if (!hasContact(words.slice(from).join(''))) continue
    let start = from
    while (start > 0 && isPartOfNumber(words[start - 1] ?? '')) start -= 1
    return start
  }
  return null
}
