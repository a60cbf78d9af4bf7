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

/** Words that people use for one thing. */
const SAME = [
  'dinero plata saldo pesos billete',
  'contrasena clave password',
  'devolver devuelven devolucion devuelve reembolso reintegro regresan vuelve',
  'cancelar cancelo cancele anular anulo cancelacion',
  'celular telefono numero movil',
  'carro auto vehiculo',
  'maleta equipaje morral bolso valija',
  'perdi olvide deje quedo perdidas',
  'nino nina hijo hija bebe menor ninos hijos',
  'factura recibo comprobante soporte',
  'retirar retiro sacar consignar',
  'cobra cuesta vale comision tarifa',
  'recoge recogen recogida encuentro',
  'tarde demora retraso',
  'puesto asiento cupo silla',
  'hora horario',
].map((group) => group.split(' '))

/** The words that mean the same as a word of a search, without it. */
function meaningSame(word: string): string[] {
  return SAME.filter((group) => group.includes(word)).flat()
}

/** An article as the search reads it: its title, other words for it, and its text. */
type Searched = { title: readonly string[]; text: readonly string[] }

const HITS_MAX = 8
/** Hits below this part of the best one would only distract. */
const NEAR_BEST = 0.4
/** What a word of the title counts for, and a synonym, as parts of a word of the text. */
const [IN_TITLE, AS_SYNONYM] = [3, 0.6]

/** Finds the articles for a search, the best first: rare words and those of titles count more. */
export function ranked<Article extends Searched>(
  query: string,
  articles: readonly Article[],
): Article[] {
  const scores = new Map<Article, number>()
  for (const word of searchWords(query)) {
    const same = meaningSame(word)
    const values = articles.map(({ title, text }) => worthOf(word, same, { title, text }))
    const rarity = Math.log(1 + articles.length / (1 + values.filter((value) => value > 0).length))
    for (const [row, article] of articles.entries()) {
      scores.set(article, (scores.get(article) ?? 0) + (values[row] ?? 0) * rarity)
    }
  }
  const best = Math.max(...scores.values())
  return [...scores]
    .filter(([, score]) => score > 0 && score >= best * NEAR_BEST)
    .sort(([, a], [, b]) => b - a)
    .slice(0, HITS_MAX)
    .map(([article]) => article)
}

function worthOf(word: string, same: readonly string[], { title, text }: Searched): number {
  // Typing errors are allowed in the word itself: `cuesta` is near `cuenta`.
  const near = (other: string) => isNear(word, other)
  const means = (other: string) => same.some((each) => other.startsWith(each))
  const own = title.some(near) ? IN_TITLE : text.some(near) ? 1 : 0
  const other = title.some(means) ? IN_TITLE : text.some(means) ? 1 : 0
  return Math.max(own, other * AS_SYNONYM)
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
