import { z } from 'zod'
import { inputText, text } from './common.ts'

/** Characters that are invisible or turn the writing: they make a name look like another name. */
const UNSEEN = /\u034F|[\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u

const seen = z.refine<string>((value) => !UNSEEN.test(value))

/** One-line name of a thing that other people read, such as a car or a place. */
export function nameText(max: number) {
  return text(max).check(seen)
}

/** Letters as in a Latin passport: with accents, apostrophes, hyphens, and the dots of initials. */
const WRITTEN_NAME = /^[\p{Script=Latin}\p{M}'’ .-]+$/u
/** Text that a mail program would turn into a link. */
const LIKE_AN_ADDRESS = /\.[\p{L}\p{M}]{2,}/u

/** Whether a text can be the name of a person, also in a mail. */
export function isPersonName(value: string): boolean {
  return WRITTEN_NAME.test(value) && !UNSEEN.test(value) && !LIKE_AN_ADDRESS.test(value)
}

/** A first or last name. */
export const PersonName = text(60).refine(isPersonName)

/** Only Latin letters, so that no letter looks like a letter of another script. */
export const Username = inputText()
  .trim()
  .regex(/^[\p{Script=Latin}\p{M}\d._-]{3,30}$/u)

/** A document number as people type it, such as "1.234.567.890"; stored without dots. */
export const IdentificationNumber = inputText()
  .overwrite((typed) => typed.replace(/[.\s]/g, ''))
  .regex(/^[A-Za-z0-9-]{4,20}$/)
