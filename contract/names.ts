import { z } from 'zod'
import { inputText, text } from './common.ts'

/**
 * Invisible characters and those that change the writing direction.
 * In a name they only make one look like another.
 */
const UNSEEN = /\u034F|[\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u2800\u3164\uFFA0]/u

const seen = z.refine<string>((value) => !UNSEEN.test(value))

/** One line that others read as a name: of a car, a place. */
export function nameText(max: number) {
  return text(max).check(seen)
}

/** As in a Latin passport: letters with their marks, apostrophes, hyphens, points of initials. */
const WRITTEN_NAME = /^[\p{Script=Latin}\p{M}'’ .-]+$/u
/** A mail program would turn it into a link. */
const LIKE_AN_ADDRESS = /\.[\p{L}\p{M}]{2,}/u

/** Whether a text can stand as the name of a person, in a mail also. */
export function isPersonName(value: string): boolean {
  return WRITTEN_NAME.test(value) && !UNSEEN.test(value) && !LIKE_AN_ADDRESS.test(value)
}

/** A first or last name. */
export const PersonName = text(60).refine(isPersonName)

/** Letters of one script, so that no letter looks like one of another script. */
export const Username = inputText()
  .trim()
  .regex(/^[\p{Script=Latin}\p{M}\d._-]{3,30}$/u)

/** A document number as people write it: "1.234.567.890" is understood. Kept without dots. */
export const IdentificationNumber = inputText()
  .overwrite((typed) => typed.replace(/[.\s]/g, ''))
  .regex(/^[A-Za-z0-9-]{4,20}$/)
