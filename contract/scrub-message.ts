import { ERROR_MESSAGE_MAX } from './browser-limits.ts'

/** Replaces each removed piece. */
const CUT = '…'

/** Names in our code that engines quote: `Cannot read properties of undefined (reading 'from')`. */
const CODE_NAME = /^.[a-z_$][A-Za-z_$.()]{0,39}.$/
const BEFORE_CODE_NAME = /(?:reading|setting|property|evaluating) ?$/

/** Characters read of a message: more than are kept, as removed pieces can be long. */
const READ_MAX = 1_000

/** Characters that no message needs and that the server refuses (contract/common.ts). */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\s]+/gu

/**
 * Quoted text, to its closing quote or the end. A single quote counts only at the edge of a word,
 * so that the apostrophe of "can't" does not match.
 */
const QUOTES = [`"[^"]*(?:"|$)`, '`[^`]*(?:`|$)', '“[^”]*(?:”|$)', '«[^»]*(?:»|$)']
const SINGLE_QUOTES = String.raw`'.*?(?:'(?![\p{L}\p{N}])|$)`
const QUOTED = new RegExp(
  String.raw`(^|[^\p{L}\p{N}])(${[...QUOTES, SINGLE_QUOTES].join('|')})`,
  'gu',
)

/**
 * Personal data. `$1` is text before the match that stays. Order matters: an address contains
 * numbers, and a token can contain a word.
 */
const PERSONAL: readonly RegExp[] = [
  /()\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /()\b(?:blob|data|mailto|tel|javascript):\S+/gi,
  // E-mail addresses.
  /()[^\s"'<>(),;]*@[^\s"'<>(),;]+/g,
  // Query strings, fragments and paths.
  /()[?#&][\w.%-]+=\S*/g,
  /(^|[\s(=:,])\.{0,2}\/\S*/g,
  // Tokens: long, or with digits among the letters.
  /()[\w~+=-]{40,}/g,
  /()\b(?=[\w~+=-]*\d)(?=[\w~+=-]*[A-Za-z])[\w~+=-]{12,}/g,
  // Four or more digits, also in groups: phones, documents, cards, amounts, dates.
  /()\+?\d(?:[\s().,:/-]{0,2}\d){3,}/g,
  // Names of people and places: consecutive capitalised words, except at the start of a React
  // message.
  /()(?!Minified React )\p{Lu}\p{Ll}+(?:(?: (?:de|del|la|las|los|y))* \p{Lu}\p{Ll}+)+(?!\p{L})/gu,
]

/**
 * Removes personal data from an error message: at most 200 characters, no addresses, no quoted
 * text, no numbers of four or more digits. The browser runs it before sending, and the server runs
 * it again.
 */
export function scrubMessage(message: string): string {
  const line = message.slice(0, READ_MAX).replace(UNPRINTED, ' ').trim()
  let text = line.replace(QUOTED, (whole, before: string, quoted: string, at: number) => {
    const isCode = BEFORE_CODE_NAME.test(line.slice(0, at + before.length))
    return isCode && CODE_NAME.test(quoted) ? whole : before + CUT
  })
  for (const personal of PERSONAL) text = text.replace(personal, `$1${CUT}`)
  return [...text].slice(0, ERROR_MESSAGE_MAX).join('')
}
