// Notes describe the trip. Contact data and prices would take the agreement outside of Cupo.

const DIGIT_WORDS =
  'cero|uno|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|veinte|treinta|cuarenta|' +
  'cincuenta|sesenta|setenta|ochenta|noventa|cien|doscientos|trescientos|cuatrocientos|quinientos'

/** Fewest digits of a Colombian telephone number: a landline without its area code. */
const PHONE_DIGITS_MIN = 7

const patterns = {
  email: /[\p{L}\d._%+-]+\s*(?:@|\(at\)|\[at\]|\barroba\b)\s*[\p{L}\d-]+/iu,
  handle: /(?:^|[^\p{L}\d])@\s*[\p{L}\d._]{3,}/u,
  link: /https?:|www\.|\b(?:wa|t)\.me\b/iu,
  domain: /[\p{L}\d-]{2,}\.(?:com|co|net|org|info|lat|app|io|ly|gle)\b/iu,
  spelledLink: /\bpunto\s+com?\b/iu,
  app: /\b(?:whats?app|wasap|guasap|telegram|instagram|facebook|tik ?tok|nequi|daviplata)\b/iu,
  currency: /\$\s*\d|\d[\d.,]*\s*(?:pesos|cop|mil|lucas?|barras?|lks?|k)(?![\p{L}\d])/iu,
  thousands:
    /(?<![\d.,])\d{1,3}(?:[.,]000)+(?![\d.,]*\d|\s*(?:km|kil[oó]metros|msnm|metros|m)\b)/iu,
  spelledPrice: new RegExp(`\\b(?:${DIGIT_WORDS})\\s+mil\\b|\\bmil\\s+pesos\\b`, 'iu'),
  spelledPhone: new RegExp(
    `\\b(?:${DIGIT_WORDS})\\b(?:[\\s,.-]+(?:${DIGIT_WORDS})\\b){${PHONE_DIGITS_MIN - 1},}`,
    'iu',
  ),
}

const DATES = /\b\d{4}-\d{1,2}-\d{1,2}\b|\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?\b|\b\d{1,2}:\d{2}\b/g
const DIGIT_RUN = /\d(?:[\s.()\-_/*+,]*\d)+/g

/** Whether a text has a telephone number, an address of mail or web, a handle or a price. */
export function hasContactOrPrice(text: string): boolean {
  const plain = toPlainDigits(text)
  return Object.values(patterns).some((pattern) => pattern.test(plain)) || hasPhone(plain)
}

function hasPhone(plain: string): boolean {
  const runs = plain.replace(DATES, ' ; ').match(DIGIT_RUN) ?? []
  return runs.some((run) => run.replace(/\D/g, '').length >= PHONE_DIGITS_MIN)
}

/** Full-width and other scripts' digits as plain ones, invisible characters removed. */
function toPlainDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
}

/** Decimal digits stand in runs of ten that begin with zero: count down to the start of the run. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  for (let value = 0; value < 10; value += 1) {
    if (!/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) return value
  }
  return code % 10
}
