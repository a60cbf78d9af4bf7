// Detection of a telephone number written in pieces: over several messages, or lines of one.
import { MASK, maskContact } from './mask-contact.ts'
import { hasContact, hasDigits } from './scan-notes.ts'

/** Limits of the search, which bound its time: lines, and words at the end of each line. */
const LINES_MAX = 15
const WORDS_MAX = 16

/** Digits of a mobile number; digits after a complete number belong to something else. */
const COMPLETE_DIGITS = 10

/** Whether a number can continue over a word: a digit, no letter, or a word between numbers. */
function isPiece(word: string): boolean {
  return hasDigits(word) || !/\p{L}/u.test(word) || /^(?:y|x|gui[oó]n)$/iu.test(word)
}

const wordsOf = (line: string) => line.match(/\S+/gu) ?? []

/** Returns the leading words that can belong to a number. */
function startOf(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => !isPiece(word))
  return end < 0 ? words : words.slice(0, end)
}

/** Returns the trailing words that can belong to a number. */
function endOf(words: readonly string[]): readonly string[] {
  return words.slice(words.findLastIndex((word) => !isPiece(word)) + 1)
}

type Line = { line: string; of: number }

/**
 * Finds where a telephone number begins that ends in `text`: the index in `earlier`, which has
 * texts of the same person, oldest first; or their count if the number begins in another line of
 * `text`. Null if there is no number, or one line contains all of it (`hasContact`).
 */
export function numberAcross(earlier: readonly string[], text: string): number | null {
  const split = (each: string, of: number) => each.split('\n').map((line) => ({ line, of }))
  const before = earlier.flatMap(split).slice(-LINES_MAX)
  const lines: Line[] = [...before, ...split(text, earlier.length)]
  let first: number | null = null
  for (let at = before.length; at < lines.length; at += 1) {
    const found = numberUpTo(lines.slice(Math.max(0, at - LINES_MAX), at + 1))
    if (found) first = Math.min(first ?? found.of, found.of)
  }
  return first
}

/** Finds the line in which a number begins that continues into the last of these lines. */
function numberUpTo(lines: readonly Line[]): Line | undefined {
  const pieces = startOf(wordsOf(lines.at(-1)?.line ?? '').slice(0, WORDS_MAX))
  if (!hasDigits(pieces.join(' ')) || hasContact(pieces.join(' '))) return undefined
  let first: Line | undefined
  let run: string[] = []
  for (const line of lines.slice(0, -1).reverse()) {
    const words = wordsOf(line.line)
    const end = endOf(words.slice(-WORDS_MAX))
    if (end.length === 0 && words.length > 0) break
    run = [...end, ...run]
    first = line
    if (end.length < words.length) break
  }
  if (hasDigits(run.join(' '), COMPLETE_DIGITS)) return undefined
  return first && hasContact([...run, ...pieces].join(' ')) ? first : undefined
}

/** Masks as `maskContact`, and also the digits at the start and end of each line. */
export function maskParts(text: string): string {
  return maskContact(text).split('\n').map(maskEnds).join('\n')
}

function maskEnds(line: string): string {
  const words = wordsOf(line)
  const [start, end] = [startOf(words), endOf(words)]
  if (start.length === words.length) return hasDigits(line) ? MASK : line
  const middle = words.slice(start.length, words.length - end.length)
  const shown = (pieces: readonly string[]) => (hasDigits(pieces.join(' ')) ? [MASK] : pieces)
  return [...shown(start), ...middle, ...shown(end)].join(' ')
}
