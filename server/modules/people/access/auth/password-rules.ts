import { dictionary } from '@zxcvbn-ts/language-common'
import { dictionary as spanish } from '@zxcvbn-ts/language-es-es'
import { type PasswordOwner, WEAKNESS_TEXT, weaknessOf } from '#contract/password-rules.ts'
import { AppError } from '#server/platform/errors.ts'
import { normalise } from './password.ts'

/**
 * Refuses a short, common or repetitive new password, or one from the person's name or address
 * (NIST SP 800-63B §3.1.1.2). `field`: name of the form field. Errors: `weak_password`.
 */
export function assertStrong(password: string, owner: PasswordOwner, field = 'password'): void {
  const given = normalise(password)
  const weakness = isCommon(given) ? 'common' : weaknessOf(given, owner)
  if (weakness === null) return
  const message = WEAKNESS_TEXT[weakness]
  throw new AppError('weak_password', { message, fields: { [field]: message } })
}

/** Lower case without accents, so that `Contraseña` and `contrasena` count as the same guess. */
const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** About 49,000 passwords from published leaks, most common first; from the npm package. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'].map(fold))

/** About 45,000 common words, first and last names in Spanish. */
const words: ReadonlySet<string> = new Set(
  [spanish['commonWords-es-es'], spanish['firstnames-es-es'], spanish['lastnames-es-es']].flatMap(
    (list) => list.map(fold),
  ),
)

/** A word with up to six digits or symbols around it, such as a year: `¡Mariposa2026!`. */
const WITH_FEW_SIGNS = /^([^\p{L}]*)(\p{L}{4,})([^\p{L}]*)$/u
const SIGNS_MAX = 6

/** Whether the password is common, or a common Spanish word or name with at most a few signs. */
function isCommon(password: string): boolean {
  const plain = fold(password)
  if (common.has(plain)) return true
  const [, before = '', word = '', after = ''] = WITH_FEW_SIGNS.exec(plain) ?? []
  return before.length + after.length <= SIGNS_MAX && words.has(word)
}
