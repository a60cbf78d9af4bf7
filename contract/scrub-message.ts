import { ERROR_MESSAGE_MAX } from './browser-limits.ts'

/** In place of what was taken out. */
const CUT = '…'

/** `Cannot read properties of undefined (reading 'from')`: names of our code that engines quote. */
const CODE_NAME = /^.[a-z_$][A-Za-z_$.()]{0,39}.$/
const BEFORE_CODE_NAME = /(?:reading|setting|property|evaluating) ?$/

/** Characters that are looked at: more than are kept, as what is taken out may be long. */
const READ_MAX = 1_000

/** What no message has, and what the server refuses in any text (contract/common.ts). */
const UNPRINTED = /[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}\s]+/gu

/** At the edge of a word, so that the apostrophe of "can't" is none; or a text without end. */
const QUOTES = [`"[^"]*(?:"|$)`, '`[^`]*(?:`|$)', '“[^”]*(?:”|$)', '«[^»]*(?:»|$)']
const SINGLE_QUOTES = String.raw`'.*?(?:'(?![\p{L}\p{N}])|$)`
const QUOTED = new RegExp(
  String.raw`(^|[^\p{L}\p{N}])(${[...QUOTES, SINGLE_QUOTES].join('|')})`,
  'gu',
)

/** `$1` is what stands before. In this order: an address has numbers, a token may have a word. */
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
  // Four digits or more, also in groups: telephones, documents, cards, amounts, dates.
  /()\+?\d(?:[\s().,:/-]{0,2}\d){3,}/g,
  // Names of people and places: capitalised words in a row, unless React begins its message so.
  /()(?!Minified React )\p{Lu}\p{Ll}+(?:(?: (?:de|del|la|las|los|y))* \p{Lu}\p{Ll}+)+(?!\p{L})/gu,
]

/**
 * The message of an error without anything of a person: at most 200 characters, no addresses, no
 * quoted text, no numbers from four digits on. The browser sends it so, and the server does it
 * again.
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
