// Rules for names of people, without the schema library, so that forms of the web can use them.

/** Characters that are invisible or turn the writing: they make a name look like another name. */
export const UNSEEN = /\u034F|[\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u
/** Letters as in a Latin passport: with accents, apostrophes, hyphens, and the dots of initials. */
const WRITTEN_NAME = /^[\p{Script=Latin}\p{M}'’ .-]+$/u
const LETTER = /\p{L}/u
/** Accents and signs that keyboards offer for the apostrophe. */
const APOSTROPHES = /['´`ʼ‘′＇]/g
/** An abbreviation without a space behind its dot: `Ma.Fernanda`, `MA.FERNANDA`. */
const ABBREVIATION = /(?<![\p{L}\p{M}])(\p{Lu}\p{L}{0,3}\.)(?=\p{Lu}\p{L})/gu
/** Marks of writing direction, which a phone puts around a copied name. */
const AROUND =
  /^[\s\u200E\u200F\u202A-\u202E\u2066-\u2069]+|[\s\u200E\u200F\u202A-\u202E\u2066-\u2069]+$/g

/** A name as it is stored: one apostrophe, hyphen and space for all that keyboards have. */
export function cleanName(typed: string): string {
  return typed
    .replace(AROUND, '')
    .replace(APOSTROPHES, '’')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .replace(ABBREVIATION, '$1 ')
}

/** Text that a mail program would turn into a link. */
const LIKE_AN_ADDRESS = /\.[\p{L}\p{M}]{2,}/u

/** Words by which a person would speak for Cupo, its team or a partner; no names of people. */
const OF_THE_TEAM =
  /^(?:equipo|soporte|support|cupo|admin|administra(?:cion|dora?)|moderadora?|oficial|staff)+$/
const LINKING = /^(?:de|del|al|la|el)$/

/** A name without accents and in small letters, to compare it. */
export const plainName = (value: string) =>
  cleanName(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a name, in any accents and separators, speaks for Cupo: "Soporte", "Equipo de Cupo". */
function speaksForCupo(value: string): boolean {
  const words = plainName(value)
    .split(/[’' .-]+/)
    .filter((word) => !LINKING.test(word))
  return OF_THE_TEAM.test(words.join(''))
}

/** Returns whether a text is accepted as a person's name. Mails contain names, so links are not. */
export function isPersonName(value: string): boolean {
  const isWritten = WRITTEN_NAME.test(value) && !UNSEEN.test(value)
  return isWritten && LETTER.test(value) && !LIKE_AN_ADDRESS.test(value) && !speaksForCupo(value)
}

/** Characters as people see them; code points in browsers without `Intl.Segmenter`. */
function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text]
  const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Says why a text cannot be the name of a person, with the character; null if it can. */
export function nameProblem(value: string): string | null {
  const name = cleanName(value)
  if (name === '' || isPersonName(name)) return null
  if (speaksForCupo(name)) return 'Ese nombre parece del equipo de Cupo. Escribe el tuyo.'
  // Whole characters as people see them: an emoji of a family has seven parts.
  for (const segment of lettersOf(name)) {
    if (WRITTEN_NAME.test(segment) && !UNSEEN.test(segment)) continue
    const rest = segment.replaceAll(new RegExp(UNSEEN, 'gu'), '')
    return rest.trim() === '' || WRITTEN_NAME.test(rest)
      ? 'El nombre lleva un carácter que no se ve. Bórralo y escríbelo de nuevo.'
      : `El nombre no puede llevar «${segment}».`
  }
  if (!LETTER.test(name)) return 'Escribe el nombre con letras.'
  return 'El nombre no puede parecer una dirección de internet.'
}
