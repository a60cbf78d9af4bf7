/**
 * Rules that find easily guessed passwords, except the list of common passwords, which stays on the
 * server. The browser uses the same rules for its strength meter.
 */

const PASSWORD_MIN = 8

export type Weakness = 'short' | 'common' | 'personal' | 'repeated' | 'sequence'

export const WEAKNESS_TEXT: Record<Weakness, string> = {
  short: 'Usa al menos 8 caracteres.',
  common: 'Esa contraseña es de las más usadas. Elige otra.',
  personal: 'No uses tu nombre, tu correo ni palabras como cupo, viaje o Colombia.',
  repeated: 'No repitas lo mismo. Prueba con varias palabras.',
  sequence: 'No uses letras o números en orden, como 12345678 o qwerty.',
}

export type PasswordOwner = {
  email?: string | null
  names?: readonly (string | null | undefined)[]
}

/** Characters that must remain after removing sequences from a password. */
const LEFT_MIN = 4
const WORD_MIN = 4
const PERIOD_MAX = 4

/** Sequences of keys and of the alphabet; they are also matched backwards. */
const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjklñ',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
]
const RUNS = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))]

/** Returns the first reason to refuse a password; null when no rule refuses it. */
export function weaknessOf(
  password: string,
  owner: PasswordOwner,
): Exclude<Weakness, 'common'> | null {
  const plain = simplify(password)
  if ([...password].length < PASSWORD_MIN) return 'short'
  if (isRepeated(plain)) return 'repeated'
  if (withoutRuns(plain).length < LEFT_MIN) return 'sequence'
  return isPersonal(plain, owner) ? 'personal' : null
}

/** Lowers the case and removes accents: `José` and `jose` are the same guess. */
function simplify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}

/** Few different characters, or a short piece repeated: `aaaaaaaa`, `abcabcabc`. */
function isRepeated(plain: string): boolean {
  if (new Set(plain).size < 4) return true
  for (let period = 1; period <= PERIOD_MAX; period += 1) {
    if ([...plain].every((char, at, all) => at < period || char === all[at - period])) return true
  }
  return false
}

/** Removes pieces of four or more characters that follow a row. */
function withoutRuns(plain: string): string {
  let rest = ''
  for (let at = 0; at < plain.length; ) {
    const length = runAt(plain, at)
    if (length < WORD_MIN) rest += plain[at]
    at += length < WORD_MIN ? 1 : length
  }
  return rest
}

function runAt(plain: string, start: number): number {
  let longest = 0
  for (const row of RUNS) {
    let length = 0
    while (start + length < plain.length) {
      if (!row.includes(plain.slice(start, start + length + 1))) break
      length += 1
    }
    longest = Math.max(longest, length)
  }
  return longest
}

/** Words of this service, which attackers try first; docs/security.md lists them. */
const SERVICE_WORDS = [
  'cupo',
  'viaje',
  'viajes',
  'carro',
  'conductor',
  'pasajero',
  'colombia',
  'bogota',
  'medellin',
  'cali',
]

/** Whether the text is a name, an address or a service word with digits and signs around it. */
function isPersonal(plain: string, { email, names = [] }: PasswordOwner): boolean {
  const words = [email ?? '', ...names.map((name) => name ?? ''), ...SERVICE_WORDS]
    .flatMap((text) => [simplify(text), ...simplify(text).split(/[^\p{L}\p{N}]+/u)])
    .filter((word) => word.length >= WORD_MIN)
    .sort((one, other) => other.length - one.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), plain)
  if (rest === plain) return false
  return rest.replace(/[^\p{L}]+/gu, '').length < LEFT_MIN
}
