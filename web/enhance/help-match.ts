// Finds help articles by words, ignoring accents and tolerating typing errors.

/** Splits a text into lower-case words without accents or punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
}

/** Stop words, which say nothing about the subject of a search. */
const EMPTY = new Set(
  wordsOf(
    'a al como con cual cuando de del el en es esta la las le lo los me mi mis no o para por que ' +
      'se si su un una y ya',
  ),
)

/** Returns the words of a search without stop words; all words when there are only stop words. */
export function searchWords(query: string): string[] {
  const all = wordsOf(query)
  const telling = all.filter((word) => !EMPTY.has(word))
  return telling.length > 0 ? telling : all
}

/** Returns the number of typing errors allowed in a word of this length. */
function tolerance({ length }: string): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0
}

/** Whether every word occurs, as the beginning of a word and with few typing errors. */
export function isFound(words: readonly string[], text: readonly string[]): boolean {
  return words.every((word) => text.some((candidate) => isNear(word, candidate)))
}

function isNear(word: string, candidate: string): boolean {
  if (candidate.startsWith(word)) return true
  const most = tolerance(word)
  if (most === 0) return false
  // Compares with the beginning of a longer word, one letter shorter or longer.
  const lengths = [word.length - 1, word.length, word.length + 1]
  return lengths.some((length) => distance(word, candidate.slice(0, length)) <= most)
}

/** Letters to insert, remove, replace or swap with a neighbour (Damerau–Levenshtein distance). */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (before[j - 2] ?? 0) + 1)
      }
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
