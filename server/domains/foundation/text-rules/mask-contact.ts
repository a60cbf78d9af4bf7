import { hasContact, isPartOfNumber } from './scan-notes.ts'

/** What stands in place of contact data. */
export const MASK = '•••'

/** Words that one telephone number or address may be spread over. */
const WINDOW_WORDS = 16

/** Words of one line beyond which the line is hidden as a whole, to bound the time. */
const WORDS_MAX = 200

/**
 * The text without telephone numbers, addresses of mail and web, handles and names of other apps:
 * `•••` in their place. What is left has none (`hasContact`), also where lines make one together.
 */
export function maskContact(text: string): string {
  if (!hasContact(text)) return text
  const masked = text.split('\n').map(maskLine).join('\n')
  return hasContact(masked) ? MASK : masked
}

/** Hides the shortest runs of words that hold contact data. */
function maskLine(line: string): string {
  if (!hasContact(line)) return line
  // Words with the space after each.
  const words = line.match(/\S+\s*/gu) ?? []
  if (words.length > WORDS_MAX) return MASK
  const shown: string[] = []
  let masked = false
  for (const word of words) {
    // Digits after a number belong to it.
    if (masked && isPartOfNumber(word)) continue
    shown.push(word)
    const from = startOfContact(shown)
    masked = from !== null
    if (from === null) continue
    shown.splice(from, shown.length - from, `${MASK} `)
  }
  return shown.join('').trimEnd()
}

/** Where the shortest run that ends with the last word and has contact data begins. */
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
