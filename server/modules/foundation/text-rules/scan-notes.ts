// Notes describe the trip. Contact data and prices would lead people to agree outside of Cupo. Each
// expression looks a bounded distance around its anchor, so the time is linear in the length.

/** Number of digits that each Spanish number word adds to a telephone number. */
const NUMBER_WORDS = new Map<string, number>([
  ...wordsOf('cero zero uno dos tres cuatro cinco seis siete ocho nueve', 1),
  ...wordsOf('diez once doce trece catorce quince dieciseis diecisiete dieciocho diecinueve', 2),
  // Counts one digit, since the others usually follow: "trescientos diez" adds three together.
  ...wordsOf('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', 1),
  ...wordsOf('veintiuno veintidos veintitres veinticuatro veinticinco veintiseis', 2),
  ...wordsOf('veintisiete veintiocho veintinueve', 2),
  ...wordsOf('cien ciento doscientos trescientos cuatrocientos quinientos seiscientos', 1),
  ...wordsOf('setecientos ochocientos novecientos', 1),
])

/** Minimum digits of a Colombian telephone number: a landline without its area code. */
const PHONE_DIGITS_MIN = 7

const COUNT = `(?:${[...NUMBER_WORDS.keys(), 'un', 'una', 'medio', 'mil'].join('|')})`
const MONEY = '(?:pesos|pesitos|cop|mil|miles|lucas?|lukas?|luks|barras?|barritas?|lks?|k)'
const NOT_MONEY = '(?!\\s{1,3}(?:km|kms|kilometros|metros|msnm|veces|gracias|personas)\\b)'

const contactPatterns = {
  email: /[\p{L}\d]\s{0,3}(?:@|[([{]\s?(?:at|arroba)\s?[)\]}]|\barroba\b)\s{0,3}[\p{L}\d]/u,
  mailbox: /\b(?:gmail|hotmail|outlook|yahoo|icloud|protonmail)\b/u,
  handle: /(?:^|[^\p{L}\d])@\s{0,3}[\p{L}\d._]{3}/u,
  link: /\bh(?:tt|xx)ps?\b|:\/\/|\bwww\b|\b(?:wa|t)\s?\.\s?me\b/u,
  domain: /[\p{L}\d]\.(?:com?|net|org|info|lat|app|io|ly|gle|xyz|link)\b/u,
  spacedDomain: /[\p{L}\d]\s?\.\s?com\b/u,
  spelledLink: /\b(?:punto|dot)\s{1,3}(?:com?|net|org|app)\b/u,
  app: /\b(?:whats?(?:app)?|wh?a[st]s?ap+|guasap|wpp|wsp|telegram|insta(?:gram)?|facebook)\b/u,
  otherApp: /\b(?:messenger|tik\s?tok|nequi|daviplata|transfiya|bre-?b|bancolombia)\b/u,
}

const pricePatterns = {
  sign: /\$\s{0,3}\d|\d\s{0,3}\$|\$\s{0,3}\p{L}/u,
  currency: new RegExp(`\\d[.,']?\\s{0,3}${MONEY}(?![\\p{L}\\d])${NOT_MONEY}`, 'u'),
  before: /\b(?:cop|pesos)\s{0,3}\d/u,
  thousands:
    /(?<![\d.,'])\d{1,3}(?:[.,']\d00){1,2}(?![.,']?\d|\s{0,3}(?:kms?|kilometros|msnm|metros|m)\b)/u,
  spelledPrice: new RegExp(
    `\\b${COUNT}\\s{1,3}(?:(?:y\\s{1,3})?${COUNT}\\s{1,3})?${MONEY}\\b${NOT_MONEY}`,
    'u',
  ),
  slangPrice: /\bpalos?\s{1,3}(?:por|cada|el)\b/u,
}

const PAYS = '(?:pag\\p{L}{1,8}|plata|cobr\\p{L}{1,8}|cancel\\p{L}{1,8})'
const ASIDE =
  '(?:por fuera|por debajo|en la mano|sin la app|fuera de (?:la app|cupo)|directo a mi|' +
  'directamente|al llegar|cuando llegues)'

/** Ways of paying that leave Cupo. "Por fuera" alone is also a place. */
const outsidePatterns = {
  app: /\b(?:nequi|daviplata|transfiya|bre-?b|movii)\b/u,
  cash: /\b(?:en|con|el|por)\s{1,3}(?:puro\s{1,3})?efectivo\b|\bcash\b/u,
  transfer: /\b(?:transferencia|transf(?:ier|er)\p{L}{1,8}|consign\p{L}{1,10})\b/u,
  aside: new RegExp(`\\b${PAYS}\\b[^.\\n]{0,40}\\b${ASIDE}\\b`, 'u'),
}

const DATES = [
  /(?<![\d/-])20\d\d-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\d|3[01])(?![\d/-])/g,
  /(?<![\d/-])(?:0?[1-9]|[12]\d|3[01])\/(?:0?[1-9]|1[0-2])(?:\/(?:20)?\d\d)?(?![\d/-])/g,
  /(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])/g,
]
/** Letters that replace digits next to a digit: "31o", "l2". */
const LOOKALIKES = /(?<=\d)[oli]|[oli](?=\d)/g
const TOKENS = /\d+|\p{L}+|[^\d\p{L}]/gu
/** Characters that separate two numbers: the sign # of an address, a semicolon or a line break. */
const ENDS_NUMBER = /[#;\n\r]/

/** Tells whether a text contains a telephone number, mail or web address, handle or price. */
export function hasContactOrPrice(text: string): boolean {
  return hasContact(text) || matches(pricePatterns, toPlain(text))
}

/** Tells whether a text contains a telephone number, mail or web address, handle or another app. */
export function hasContact(text: string): boolean {
  const plain = toPlain(text)
  return matches(contactPatterns, plain) || hasNumber(plain, PHONE_DIGITS_MIN)
}

/** Tells whether a text speaks of paying in another way than through Cupo. */
export function namesOutsidePayment(text: string): boolean {
  return matches(outsidePatterns, toPlain(text))
}

function matches(patterns: Record<string, RegExp>, plain: string): boolean {
  return Object.values(patterns).some((pattern) => pattern.test(plain))
}

/** Tells whether a word consists of digits, written or spelled, and separators only. */
export function isPartOfNumber(word: string): boolean {
  const tokens = toPlain(word).match(TOKENS) ?? []
  const isDigits = (token: string) => /^\d/.test(token) || NUMBER_WORDS.has(token)
  return tokens.some(isDigits) && tokens.every((it) => isDigits(it) || !/^\p{L}/u.test(it))
}

/** Whether a text has so many digits in a row, written or spelled, without dates and times. */
export function hasDigits(text: string, atLeast = 1): boolean {
  return hasNumber(toPlain(text), atLeast)
}

/** Counts digits, written or spelled; any word other than a number word resets the count. */
function hasNumber(plain: string, digitsMin: number): boolean {
  let digits = 0
  const undated = DATES.reduce((text, date) => text.replace(date, ' ; '), plain)
  for (const [token] of undated.replace(LOOKALIKES, '0').matchAll(TOKENS)) {
    digits = digitsAfter(digits, token)
    if (digits >= digitsMin) return true
  }
  return false
}

function digitsAfter(digits: number, token: string): number {
  if (/^\d/.test(token)) return digits + token.length
  if (!/^\p{L}/u.test(token)) return ENDS_NUMBER.test(token) ? 0 : digits
  const spelled = NUMBER_WORDS.get(token)
  if (spelled !== undefined) return digits + spelled
  const joins = (token === 'y' || token === 'x' || token === 'guion') && digits > 0
  return joins ? digits : 0
}

/** Returns lower case text without accents and invisible characters, and digits as 0 to 9. */
function toPlain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/** Value of a digit of any script: its distance to the start of its run of ten in Unicode. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return value
  }
  return code % 10
}

function wordsOf(words: string, digits: number): [string, number][] {
  return words.split(' ').map((word) => [word, digits])
}
