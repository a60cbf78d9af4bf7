// Rules for names of people, without the schema library, so that forms of the web can use them.

/** Characters that are invisible or turn the writing: they make a name look like another name. */
export const UNSEEN = /\u034F|[\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u
/** Letters as in a Latin passport: with accents, apostrophes, hyphens, and the dots of initials. */
const WRITTEN_NAME = /^[\p{Script=Latin}\p{M}'’ .-]+$/u
/** Text that a mail program would turn into a link. */
const LIKE_AN_ADDRESS = /\.[\p{L}\p{M}]{2,}/u

/** Words by which a person would speak for Cupo, its team or a partner; no names of people. */
const OF_THE_TEAM =
  /^(?:equipo|soporte|support|cupo|admin|administra(?:cion|dora?)|moderadora?|oficial|staff)+$/
const LINKING = /^(?:de|del|al|la|el)$/

/** Whether a name, in any accents and separators, speaks for Cupo: "Soporte", "Equipo de Cupo". */
function speaksForCupo(value: string): boolean {
  const plain = value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[’' .-]+/).filter((word) => !LINKING.test(word))
  return OF_THE_TEAM.test(words.join(''))
}

/** Returns whether a text is accepted as a person's name. Mails contain names, so links are not. */
export function isPersonName(value: string): boolean {
  const isWritten = WRITTEN_NAME.test(value) && !UNSEEN.test(value)
  return isWritten && !LIKE_AN_ADDRESS.test(value) && !speaksForCupo(value)
}

/** Characters as people see them; code points in browsers without `Intl.Segmenter`. */
function lettersOf(text: string): string[] {
  if (typeof Intl.Segmenter !== 'function') return [...text]
  const segmenter = new Intl.Segmenter('es', { granularity: 'grapheme' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Says why a text cannot be the name of a person, with the character; null if it can. */
export function nameProblem(value: string): string | null {
  const name = value.trim()
  if (name === '' || isPersonName(name)) return null
  if (speaksForCupo(name)) return 'Ese nombre parece del equipo de Cupo. Escribe el tuyo.'
  // Whole characters as people see them: an emoji of a family has seven parts.
  for (const segment of lettersOf(name)) {
    if (WRITTEN_NAME.test(segment) && !UNSEEN.test(segment)) continue
    const isSeen = segment.replaceAll(new RegExp(UNSEEN, 'gu'), '').trim() !== ''
    return isSeen
      ? `El nombre no puede llevar «${segment}».`
      : 'El nombre lleva un carácter que no se ve. Bórralo y escríbelo de nuevo.'
  }
  return 'El nombre no puede parecer una dirección de internet.'
}
