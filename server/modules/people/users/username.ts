import { AppError } from '#server/platform/errors.ts'

/** Look-alike characters, besides accented letters. */
const LOOKS_LIKE: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'i',
}

/**
 * Comparison key of a username: names that look the same have the same key. Ignores capitals,
 * accents, Unicode compatibility forms and the kind of separator.
 */
export function usernameKey(username: string): string {
  const plain = username.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const simple = Array.from(plain, (letter) => LOOKS_LIKE[letter] ?? letter).join('')
  return simple
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[._-]+/g, '.')
}

/** Names that suggest Cupo, the state, or a system account. */
const RESERVED = [
  'abuse admin administracion administrador administradora api apple ayuda bancolombia',
  'contacto cupo cupoapp cupocolombia daviplata emergencia emergencias equipo finanzas',
  'google gerencia help info mercadeo moderador moderadora nequi null oficial official',
  'pagos policia postmaster privacidad root security seguridad sistema soporte staff',
  'superusuario support system transito undefined usuario verificacion verificado',
  'verificador webmaster wompi',
].flatMap((words) => words.split(' '))

/** Like `usernameKey`, and replaces look-alikes: i becomes l, digits become letters. */
function spoken(text: string): string {
  const letters = usernameKey(text).replaceAll('i', 'l')
  return letters.replaceAll('3', 'e').replaceAll('4', 'a').replaceAll('5', 's').replaceAll('7', 't')
}

/** One of these words, or several without a separator: "soporte", "equipocupo". */
const reserved = new RegExp(`^(?:${RESERVED.map(spoken).join('|')})+$`)

/**
 * Whether a username could be taken for a representative of Cupo or the state. Compares the whole
 * name and each part between separators, ignoring numbers at the end.
 */
export function isReserved(username: string): boolean {
  const parts = username.normalize('NFKC').split(/[._-]+/)
  const words = [parts.join(''), ...parts].flatMap((part) => [part, part.replace(/\d+$/, '')])
  return words.some((word) => word !== '' && reserved.test(spoken(word)))
}

/** Refuses a reserved username. Errors: `username_reserved`. */
export function assertUsername(username: string | null | undefined): void {
  if (!username || !isReserved(username)) return
  const { message } = new AppError('username_reserved')
  throw new AppError('username_reserved', { fields: { username: message } })
}
