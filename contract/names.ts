import { z } from 'zod'
import { inputText, text } from './common.ts'
import { cleanName, nameProblem, UNSEEN } from './person-names.ts'

const seen = z.refine<string>((value) => !UNSEEN.test(value))

/** One-line name of a thing that other people read, such as a car or a place. */
export function nameText(max: number) {
  return text(max).check(seen)
}

/** Name of a person; its refusal says which character it cannot have. */
export function personName(max: number) {
  return inputText()
    .overwrite(cleanName)
    .min(1)
    .max(max)
    .check((context) => {
      const message = nameProblem(context.value)
      if (message === null) return
      context.issues.push({ code: 'custom', input: context.value, message, params: { told: true } })
    })
}

/** A first or last name. */
export const PersonName = personName(60)

/** Only Latin letters, so that no letter looks like a letter of another script. */
export const Username = inputText()
  .trim()
  .regex(/^[\p{Script=Latin}\p{M}\d._-]{3,30}$/u)

/** A document number as people type it; `document-number.ts` reads it for its type. */
export const IdentificationNumber = text(60)
